import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { openParsing } from '../../../factories/parsing';
import { IS_SHORT } from '../../../setup/full';

const page = (items: string, more = '') => Buffer.from(`{"items":[${items}],"next_cursor":null${more}}`);
const settings = { limit: 500, room: 'sales_floor' } as const;
/** Nearly 4 MiB of the smallest objects, and of arrays in arrays: both are dear for their size. */
const OBJECTS = page(`{"id":"a","quantity":1}`, `,"x":[${'{},'.repeat(1_300_000)}{}]`);
const KEYS = page(
  `{"id":"a","quantity":1,${Array.from({ length: 250_000 }, (_, i) => `"k${i}":${i}`).join()}}`,
);
const tooCostly = expect.objectContaining({ code: 'pos_too_costly', lasting: true });

test('reads known fields alone, whatever else an item has', async () => {
  const items = Array.from(
    { length: 500 },
    (_, i) => `{"id":"${i}","quantity":2,"x":${'[1,'.repeat(400)}1${']'.repeat(400)}}`,
  );
  const read = await openParsing().read('httpPage', page(items.join()), settings);
  expect(read?.items).toHaveLength(500);
  expect(read?.items[7]).toEqual({
    ...{ externalId: '7', sku: null, packageId: null, name: null, unitCostCents: null },
    ...{ room: 'sales_floor', quantity: 2, lot: null },
  });
});

test.each([
  ['objects', OBJECTS],
  ['keys', KEYS],
])('keeps this thread free while it reads four megabytes of %s', async (_what, bytes) => {
  expect(bytes.length).toBeLessThan(4 * 1024 * 1024);
  const parsing = openParsing();
  await parsing.read('httpPage', page(''), settings);
  const began = performance.now();
  JSON.parse(bytes.toString());
  const here = performance.now() - began;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const read = await parsing.read('httpPage', bytes, settings);
  delay.disable();
  expect(read?.items.map(({ externalId }) => externalId)).toEqual(['a']);
  expect(delay.max / 1e6).toBeLessThan(Math.max(40, here / 2));
});

test.skipIf(IS_SHORT)('ends a run whose responses take more than five seconds of a minute', async () => {
  const parsing = openParsing();
  const began = Date.now();
  const readOn = async () => {
    for (let pages = 0; pages < 200; pages++) await parsing.read('httpPage', OBJECTS, settings);
  };
  await expect(readOn()).rejects.toEqual(tooCostly);
  expect(Date.now() - began).toBeGreaterThan(2_000);
});

test('reads nothing more for a business that has used its ten minutes of a day', async () => {
  await expect(openParsing(10 * 60_000).read('httpPage', page(''), settings)).rejects.toEqual(tooCostly);
  expect(await openParsing(10 * 60_000 - 1_000).read('httpPage', page(''), settings)).not.toBeNull();
});

test.skipIf(IS_SHORT)('ends a run whose response takes more memory than a thread may have', async () => {
  const arrays = page(`{"id":"a","quantity":1}`, `,"x":[${'[[]],'.repeat(780_000)}0]`);
  const costly = await openParsing()
    .read('httpPage', arrays, settings)
    .then(
      () => null,
      (error) => error,
    );
  // Either there is room for it, or the run ends; the next response is read in any case.
  if (costly) expect(costly).toEqual(tooCostly);
  expect(await openParsing().read('httpPage', page(''), settings)).toEqual({
    ...{ items: [], faults: [], next: null, total: null },
  });
});

test.each([
  ['cut off', '{"items":[{"id":'],
  ['empty', ''],
  ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
])('takes a response that is %s for none', async (_how, bytes) => {
  expect(await openParsing().read('httpPage', Buffer.from(bytes), settings)).toBeNull();
});

test('names where a response breaks the contract, in few words', async () => {
  const named = page('', `,"total":"${'9'.repeat(1_000_000)}"`);
  await expect(openParsing().read('httpPage', named, settings)).rejects.toMatchObject({
    code: 'pos_protocol',
    message: 'The POS responded in an unknown format (total).',
  });
});

test.skipIf(IS_SHORT)(
  'gives each business its turn: one with many responses waits for itself alone',
  async () => {
    const busy = openParsing();
    const waiting = Array.from({ length: 8 }, () => busy.read('httpPage', OBJECTS, settings));
    const began = performance.now();
    await openParsing().read('httpPage', page(''), settings);
    const other = performance.now() - began;
    await Promise.all(waiting);
    expect(other).toBeLessThan((performance.now() - began) / 2);
  },
);
