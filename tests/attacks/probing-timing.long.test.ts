import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/features/auth/password/passwords';
import { createBusiness, createMember } from '../factories/business';
import { uploadCsv } from '../factories/imports';
import { createSignUp, signUpOf } from '../factories/sign-up';
import { type Answer, type Client, ok } from '../setup/client';
import { percentile } from '../setup/percentile';
import { openOwnStage } from '../setup/stage';

/** Pairs of requests: so many at a time, until the median of their ratios is certain to three percent. */
const PAIRS = 100;
const MOST_PAIRS = 1000;
const CERTAIN = 0.06;
/** Of files, each of which imports all that is known. */
const FILES = 100;
const KNOWN = 20;
/** Behind one proxy, so that each request comes from an address of its own; mails go nowhere. */
const stage = await openOwnStage({ TRUST_PROXY: '1', SIGN_UP: 'open' });
const { db, sql, anybody } = stage;
const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };

async function newSeller(): Promise<Client> {
  const business = await createBusiness(db, 'wholesaler', { createdAt: new Date('2026-01-01T00:00:00Z') });
  return stage.signIn(await createMember(db, business, 'owner'));
}
const [seller, rival] = [await newSeller(), await newSeller()];
const { id: sellerId } = ok(await seller.get<{ id: string }>('/api/v1/entity'));

/** What others know: businesses on board with the emails of their owners, and the same licenses as customers of a rival. */
const hash = hashPassword('a password of the tests');
const known = await Promise.all(
  Array.from({ length: KNOWN }, async (_, n) => {
    const license = `KNOWN-${200_000 + n}`;
    const business = await createBusiness(db, 'retailer', { licenseNumber: license });
    const { email } = await createMember(db, business, 'owner', undefined, hash);
    const customer = { type: 'retailer', name: 'Known', license_number: license, address: ADDRESS };
    ok(await rival.post('/api/v1/customers', { ...customer, contact: { email } }));
    return { license, email };
  }),
);
interface Subject {
  license: string;
  email: string;
}
let count = 100_000;
const subjectOf = (kind: 'known' | 'unknown', n: number): Subject => {
  const one = known[n % KNOWN] as Subject;
  if (kind === 'known') return one;
  count += 1;
  // As long as the known ones, in all that is written.
  return {
    license: `OTHER-${count}`,
    email: one.email.replace(/^owner\.\w{6}/, `owner.${count}`),
  };
};

interface Probe {
  status: number;
  /** What comes before the request, unmeasured. @returns what `send` gets */
  prepare?(subject: Subject): Promise<string>;
  /** The response that is measured. */
  send(subject: Subject, prepared: string): Promise<Answer>;
  /** Undoes what the request left, so that the next one meets the same. */
  undo?(answer: Answer): Promise<unknown>;
}

let sent = 0;
const from = () => {
  sent += 1;
  return { headers: { 'x-forwarded-for': `198.18.${sent >> 8}.${sent & 255}` } };
};
const PROBES: Record<string, Probe> = {
  'adding a customer': {
    status: 201,
    send: ({ license, email }) =>
      seller.post('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Probed', license_number: license, address: ADDRESS },
        contact: { email },
      }),
    undo: ({ body }) => seller.delete(`/api/v1/customers/${(body as { id: string }).id}`),
  },
  'inviting a business': {
    status: 201,
    send: ({ email }) => seller.post('/api/v1/business-invitations', { email, as: 'customer' }),
    undo: async () => {
      await sql`delete from business_invitations`;
      await sql`delete from counted_mails`;
      await sql`delete from invited_addresses`;
    },
  },
  'asking to sign up': {
    status: 202,
    send: ({ license, email }) =>
      anybody.post('/auth/sign-up', signUpOf({ license_number: license }, { email }), from()),
    undo: async () => {
      await sql`delete from reset_requests`;
      await sql`delete from sign_ups`;
      await sql`delete from invited_addresses`;
    },
  },
  'completing a sign-up': {
    status: 200,
    prepare: ({ license }) => createSignUp(db, signUpOf({ type: 'retailer', license_number: license })),
    send: (_, token) =>
      anybody.post('/auth/sign-up/complete', { token, password: 'the tide comes in at noon' }, from()),
  },
};

/**
 * Probes for known and unknown subjects by turns, in either order, so that the machine's other work meets both alike.
 * @returns of each pair, how many times as long the known one took
 */
async function* ratios({ prepare, send, undo, status }: Probe): AsyncGenerator<number> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const shapes = new Set<string>();
  const measure = async (kind: keyof typeof times, n: number) => {
    const subject = subjectOf(kind, n);
    const prepared = (await prepare?.(subject)) ?? '';
    const began = performance.now();
    const answer = await send(subject, prepared);
    times[kind].push(performance.now() - began);
    expect(answer.status).toBe(status);
    shapes.add(shapeOf(answer, subject));
    await undo?.(answer);
  };
  for (const kind of ['known', 'unknown'] as const) for (let n = 0; n < 5; n++) await measure(kind, n);
  for (const kind of ['known', 'unknown'] as const) times[kind].length = 0;
  for (let n = 0; ; n++) {
    const pair = [() => measure('known', n), () => measure('unknown', n)];
    for (const one of n % 2 === 0 ? pair : pair.toReversed()) await one();
    expect([...shapes]).toHaveLength(1);
    yield (times.known.at(-1) ?? 0) / (times.unknown.at(-1) ?? 0);
  }
}

/** A response without what each has of its own. */
const shapeOf = ({ text }: Answer, { license, email }: Subject) =>
  text
    .replaceAll(license, 'LICENSE')
    .replaceAll(email, 'EMAIL')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
    .replaceAll(/"(access|refresh)_token":"[^"]*"/g, 'TOKEN')
    .replaceAll(/ada\d+@/g, 'ada@')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');

/** Where the median of all such values lies, with 95 % certainty. */
function medianOf(values: readonly number[]): [number, number, number] {
  const spread = 0.98 / Math.sqrt(values.length);
  return [
    percentile([...values], 0.5 - spread),
    percentile([...values], 0.5),
    percentile([...values], 0.5 + spread),
  ];
}

async function expectAlike(what: string, pairs: AsyncIterable<number>): Promise<void> {
  const values: number[] = [];
  for await (const value of pairs) {
    values.push(value);
    if (values.length % PAIRS > 0) continue;
    const [from, , to] = medianOf(values);
    if (to - from <= CERTAIN || values.length >= MOST_PAIRS) break;
  }
  const [from, median, to] = medianOf(values);
  const [low, middle, high] = [from, median, to].map((value) => value.toFixed(3));
  process.stdout.write(`${what}: known to unknown ${middle} (${low}–${high}) of ${values.length}\n`);
  // Where other work leaves it uncertain, what lies beyond for certain.
  const isCertain = to - from <= CERTAIN;
  expect(isCertain ? median : to).toBeGreaterThan(0.95);
  expect(isCertain ? median : from).toBeLessThan(1.05);
}

describe('responds the same in the same time (±5 %) whether others know the license and the email', () => {
  test.each(Object.entries(PROBES))('%s', async (what, probe) => {
    await expectAlike(what, ratios(probe));
  });

  test('importing customers', async () => {
    const file = (kind: 'known' | 'unknown') =>
      [
        'name,type,license_number,street,city,state,zip,email',
        ...known.map((_, n) => {
          const { license, email } = subjectOf(kind, n);
          return `Probed,retailer,${license},12 Market Street,Oakland,CA,94607,${email}`;
        }),
      ].join('\n');
    const until = async (id: string, wanted: string) => {
      for (;;) {
        const [row] = await sql`select status from imports where id = ${id}`;
        if (row?.status === wanted) return performance.now();
        if (row?.status === 'failed') throw new Error('The import failed');
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const told = (text: string) =>
      text.replaceAll(/(KNOWN|OTHER)-\d+/g, 'LICENSE').replaceAll(/"[^"]*@[^"]*"/g, 'EMAIL');
    /** Checks and applies a file. @returns the milliseconds of both */
    const run = async (kind: 'known' | 'unknown') => {
      const began = performance.now();
      const { id } = ok(await uploadCsv(seller, 'customers', file(kind)));
      await until(id, 'ready');
      ok(await seller.post(`/api/v1/imports/${id}/apply`));
      const took = (await until(id, 'completed')) - began;
      const { text } = await seller.get(`/api/v1/imports/${id}/lines?limit=100`);
      // Earlier accounts would be looked through again.
      await sql`
        with gone as (update entities set deleted_at = now() where managed_by = ${sellerId} returning id),
          ended as (delete from connections where requester_id = ${sellerId})
        delete from accounts where seller_id = ${sellerId} and buyer_id in (select id from gone)`;
      return { took, told: told(text) };
    };
    async function* files(): AsyncGenerator<number> {
      for (let n = 0; n < FILES; n++) {
        const first = await run(n % 2 === 0 ? 'known' : 'unknown');
        const second = await run(n % 2 === 0 ? 'unknown' : 'known');
        expect(first.told === second.told).toBe(true);
        yield n % 2 === 0 ? first.took / second.took : second.took / first.took;
      }
    }
    await run('known');
    await expectAlike('importing a file', files());
  });
});
