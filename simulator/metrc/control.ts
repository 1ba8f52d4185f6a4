import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, sendJson } from '../listen';
import { field } from './answer';
import { type Faults, KINDS, type Kind, type Planned, STATUSES } from './faults';
import type { Pace } from './pace';
import { shownPackage } from './packages';
import { addFacility, addTransfer, putPackage, receiveTransfer, registerTemplate } from './people';
import { REASONS, TYPES, type World } from './world';

export interface Logged {
  at: string;
  method: string;
  path: string;
  license: string | null;
  body: unknown;
  /** Null where nothing was sent back. */
  status: number | null;
  fault: string | null;
  written: boolean;
}

export interface Controlled {
  world: World;
  faults: Faults;
  requests: Logged[];
  pace: Pace;
}

/** What a person does in the state's pages, and what a test asks: everything below `/_sim`. */
export async function control(
  sim: Controlled,
  message: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (message.method === 'GET') {
    if (path === '/_sim/state') return sendJson(response, 200, stateOf(sim));
    if (path === '/_sim/requests')
      return sendJson(response, 200, { requests: sim.requests, peaks: sim.pace.peaks });
    return sendJson(response, 404, { error: 'not_found' });
  }
  try {
    const text = await bodyOf(message);
    const done = act(sim, `${message.method} ${path}`, text === '' ? {} : JSON.parse(text));
    sendJson(response, done === undefined ? 404 : 200, done ?? { error: 'not_found' });
  } catch (error) {
    sendJson(response, 400, { error: (error as Error).message });
  }
}

function act(sim: Controlled, what: string, body: unknown): object | undefined {
  const { world } = sim;
  const [, template] = /^POST \/_sim\/templates\/(\d+)\/register$/.exec(what) ?? [];
  if (template) return registerTemplate(world, Number(template));
  const [, transfer] = /^POST \/_sim\/transfers\/(\d+)\/receive$/.exec(what) ?? [];
  if (transfer) return receiveTransfer(world, Number(transfer), body);
  switch (what) {
    case 'POST /_sim/facilities':
      return addFacility(world, body);
    case 'POST /_sim/packages':
      return putPackage(world, body);
    case 'POST /_sim/transfers':
      return addTransfer(world, body);
    case 'PUT /_sim/faults':
      return setFaults(sim.faults, body);
    case 'DELETE /_sim/requests':
      sim.requests.length = 0;
      return { requests: 0 };
    default:
      return undefined;
  }
}

const known = [...KINDS, ...STATUSES] as readonly string[];

/** `{fail, kinds, retry_after, slow_ms}` replace those given; `planned` is added to, or cleared by an empty list. */
function setFaults(faults: Faults, body: unknown): object {
  const numbers = { fail: 'fail', retry_after: 'retryAfter', slow_ms: 'slowMs' } as const;
  for (const [name, key] of Object.entries(numbers) as Array<[string, 'fail' | 'retryAfter' | 'slowMs']>) {
    const value = field(body, name);
    if (typeof value === 'number') faults[key] = value;
  }
  const kinds = field(body, 'kinds');
  if (Array.isArray(kinds)) {
    const wrong = kinds.find((kind) => !known.includes(String(kind)));
    if (wrong !== undefined) throw new Error(`${wrong} is no fault`);
    faults.kinds = kinds as Kind[];
  }
  const planned = field(body, 'planned');
  if (!Array.isArray(planned)) return faults;
  const wrong = planned.find(({ kind }) => !known.includes(String(kind)));
  if (wrong !== undefined) throw new Error(`${wrong.kind} is no fault`);
  if (planned.length === 0) faults.planned.length = 0;
  faults.planned.push(...(planned as Planned[]));
  return faults;
}

function stateOf({ world }: Controlled): object {
  return {
    state: world.state,
    facilities: [...world.facilities.values()].map(({ license, name }) => ({ license, name })),
    packages: [...world.packages.values()].map((one) => ({
      ...shownPackage(one),
      LicenseNumber: one.license,
      State: one.state,
    })),
    adjustments: world.adjustments,
    templates: [...world.templates.values()],
    transfers: [...world.transfers.values()],
    reasons: REASONS,
    types: TYPES,
  };
}
