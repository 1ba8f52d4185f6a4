import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { bodyOf, type Listening, listen, sendJson } from '../listen';
import { type Answer, camel, envelope, refused, refusedFor } from './answer';
import { type Controlled, control, type Logged } from './control';
import { type Faults, faultsFrom, type PlannedKind, STATUSES } from './faults';
import { newPace } from './pace';
import { addTransfer } from './people';
import { NEEDS_NO_LICENSE, route, shownFacility } from './route';
import { makeWorld, type World } from './world';

export interface MetrcOptions extends Partial<Faults> {
  state?: string;
  seed?: number;
  /** A free one when absent. */
  port?: number;
  /** The operator's key; any when absent. */
  vendorKey?: string;
  /** Casing of responses; bodies are read in both. */
  casing?: 'pascal' | 'camel';
  /** Lists as bare arrays, as some states have them. */
  bare?: boolean;
  /** Starts without facilities, packages and transfers. */
  empty?: boolean;
}

export interface Metrc extends Listening {
  world: World;
  /** May be changed while it runs. */
  faults: Faults;
  requests: Logged[];
  peaks: { atOnce: number; perSecond: number };
}

const MOST_OBJECTS = 10;
const MOST_KEPT = 100_000;
const AFTER: readonly PlannedKind[] = ['timeout-after', 'reset-after'];

/** Serves the paths of Metrc's published contract that our connector uses, for a state in memory, with the given faults. */
export async function startMetrc({
  state = 'co',
  seed = 1,
  port = 0,
  vendorKey,
  casing = 'pascal',
  bare = false,
  empty = false,
  ...given
}: MetrcOptions = {}): Promise<Metrc> {
  const faults: Faults = { fail: 0, kinds: [], planned: [], retryAfter: 1, slowMs: 3_000, ...given };
  const world = makeWorld(state, seed, empty);
  if (!empty) shipSome(world);
  const sim: Controlled = { world, faults, requests: [], pace: newPace() };
  const nextFault = faultsFrom(seed, faults);

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://simulator');
    if (url.pathname.startsWith('/_sim/')) return control(sim, message, response, url.pathname);
    const method = message.method ?? 'GET';
    const license = url.searchParams.get('licenseNumber');
    const body = parsed(await bodyOf(message));
    const entry: Logged = {
      ...{ at: new Date().toISOString(), method, path: message.url ?? '/', license, body: body ?? null },
      ...{ status: null, fault: null, written: false },
    };
    sim.requests.push(entry);
    if (sim.requests.length > MOST_KEPT) sim.requests.shift();
    const isRead = method === 'GET';
    const fits = !isRead || sim.pace.begin(license ?? '');
    try {
      const fault = nextFault({ method, path: url.pathname, license });
      entry.fault = fault;
      if (!fits) return send(response, entry, { status: 429 }, { 'retry-after': String(faults.retryAfter) });
      if (fault === 'slow') await delay(faults.slowMs);
      if (fault && (await failBefore(message, response, entry, fault))) return;
      const answer = answerTo(message, url, body);
      entry.written = answer.written ?? false;
      if (fault && AFTER.includes(fault)) return lose(message, entry, fault);
      send(response, entry, fault === 'empty-page' ? emptied(answer) : answer);
    } finally {
      if (isRead) sim.pace.done(license ?? '');
    }
  }

  /** @returns whether the request ends here, without effect */
  async function failBefore(
    message: IncomingMessage,
    response: ServerResponse,
    entry: Logged,
    fault: PlannedKind,
  ): Promise<boolean> {
    if (fault === 'timeout-before' || fault === 'reset-before') lose(message, entry, fault);
    else if (fault === '429')
      send(response, entry, { status: 429 }, { 'retry-after': String(faults.retryAfter) });
    else if (fault === '429-bare') send(response, entry, { status: 429 });
    else if (fault === '500') send(response, entry, refusedFor('An error has occurred.', 500));
    else if (fault === 'duplicate-tag')
      send(response, entry, refused([{ row: 0, message: 'Package Label is already in use.' }]));
    else if ((STATUSES as readonly string[]).includes(fault))
      send(response, entry, refusedFor('The request was rejected.', Number(fault)));
    else return false;
    return true;
  }

  function answerTo(message: IncomingMessage, url: URL, body: unknown): Answer {
    const method = message.method ?? 'GET';
    const { pathname: path, searchParams: query } = url;
    const keys = keysOf(message.headers.authorization);
    if (!keys || (vendorKey !== undefined && keys.vendor !== vendorKey))
      return refusedFor('Unauthorized.', 401);
    const reached = [...world.facilities.values()].filter(
      ({ userKeys }) => userKeys.length === 0 || userKeys.includes(keys.user),
    );
    if (path === '/facilities/v2' && method === 'GET') {
      if (reached.length === 0) return refusedFor('Unauthorized.', 401);
      return { status: 200, body: reached.map(shownFacility) };
    }
    const license = query.get('licenseNumber');
    if (license === null && !NEEDS_NO_LICENSE.test(path))
      return refusedFor('licenseNumber was not specified.');
    if (license !== null && !reached.some((one) => one.license === license))
      return refusedFor('The license is not accessible with these keys.', 401);
    const rows = Array.isArray(body) ? body : [];
    if (method === 'POST' || method === 'PUT') {
      if (!Array.isArray(body) || rows.length === 0) return refusedFor('The body must be a list of objects.');
      if (rows.length > MOST_OBJECTS) return refusedFor(`No more than ${MOST_OBJECTS} objects.`, 413);
    }
    return route({ world, method, path, query, license: license ?? '', rows });
  }

  function send(
    response: ServerResponse,
    entry: Logged,
    { status, body }: Answer,
    headers: Record<string, string> = {},
  ): void {
    entry.status = status;
    const listed = (body as { Data?: unknown } | undefined)?.Data;
    const shown = bare && listed !== undefined ? listed : body;
    sendJson(response, status, casing === 'camel' ? camel(shown) : shown, headers);
  }

  const listening = await listen(port, serve);
  return { ...listening, world, faults, requests: sim.requests, peaks: sim.pace.peaks };
}

/** The caller never hears: its connection ends, or stays open in silence until it gives up. */
function lose(message: IncomingMessage, entry: Logged, fault: PlannedKind): void {
  entry.fault = fault;
  if (fault.startsWith('reset')) message.socket.destroy();
}

/** User and password of basic authentication, both present. */
function keysOf(header: string | undefined): { vendor: string; user: string } | null {
  const [scheme, encoded = ''] = header?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'basic') return null;
  const [vendor = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const user = rest.join(':');
  return vendor !== '' && user !== '' ? { vendor, user } : null;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return null;
  }
}

function emptied(answer: Answer): Answer {
  const { Total = 0 } = (answer.body ?? {}) as { Total?: number };
  return { ...answer, body: envelope([], Total, { number: 1, size: 20 }) };
}

/** Two transfers on their way to the last facility. */
function shipSome(world: World): void {
  const licenses = [...world.facilities.keys()];
  const recipient = licenses.at(-1) ?? '';
  for (const shipper of licenses.slice(0, 2)) {
    const own = [...world.packages.values()].filter(({ license }) => license === shipper).slice(0, 3);
    addTransfer(world, { shipper, recipient, packages: own.map(({ label }) => ({ label })) });
  }
}
