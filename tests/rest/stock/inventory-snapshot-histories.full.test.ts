import { expect, test } from 'vitest';
import { addDays } from '../../../server/kernel/clock';
import { createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { snapshotAt as at, rowWithPast } from '../../factories/stock-past';
import { seeded } from '../../setup/random';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { db } = stage;

test('equals the ledger’s sum on random histories, for each day and reader, without gaps or repeats', async () => {
  const random = seeded(Number(process.env.MODEL_SEED ?? 1));
  const timezone = 'America/Los_Angeles';
  const own = await createBusiness(db, 'wholesaler', { timezone, locationCount: 3 });
  const [first, second, third] = own.locationIds;
  const start = Date.parse('2026-03-01T00:00:00Z');
  const DAYS = 14;
  const instant = () => start + random.below(DAYS * 24) * 3_600_000;
  const events: Array<{ id: string; at: number; delta: number; reserved: number }> = [];
  const rows: Array<{ id: string; name: string; place: string; opened: number; gone: number }> = [];
  for (let n = 0; n < 40; n++) {
    const gone = random.below(4) === 0 ? instant() : Number.POSITIVE_INFINITY;
    const product = await createProduct(db, own, {
      // Names come twice, so that the id decides.
      name: `Item ${random.below(15)}`,
      deletedAt: Number.isFinite(gone) ? new Date(gone) : null,
    });
    let [quantity, reserved] = [0, 0];
    const times = Array.from({ length: random.below(8) }, instant).sort((a, b) => a - b);
    const past = times.map((time) => {
      const delta = random.below(3) === 0 ? reserved - quantity || 5 : 1 + random.below(9);
      quantity += delta;
      const change = random.below(quantity + 1) - reserved;
      reserved += change;
      return { at: time, delta, reserved: change };
    });
    const place = random.pick([first, second, third]) ?? '';
    const opened = Math.min(instant(), times[0] ?? Number.POSITIVE_INFINITY);
    const id = await rowWithPast(
      db,
      own,
      product,
      past.map((move) => [new Date(move.at).toISOString(), move.delta, move.reserved] as const),
      { opened: new Date(opened).toISOString(), locationId: place },
    );
    rows.push({ id, name: product.name, place, opened, gone });
    events.push(...past.map((move) => ({ id, ...move })));
  }
  const readers = [
    { client: await stage.signIn(await createMember(db, own, 'owner')), places: own.locationIds },
    {
      client: await stage.signIn(await createMember(db, own, 'viewer', [first ?? '', third ?? ''])),
      places: [first, third],
    },
  ];
  const sum = (id: string, end: number, of: 'delta' | 'reserved') =>
    events.filter((move) => move.id === id && move.at < end).reduce((total, move) => total + move[of], 0);
  const modelOf = (end: number, places: ReadonlyArray<string | undefined>) =>
    rows
      .filter(({ place, opened }) => places.includes(place) && opened < end)
      .map((row) => ({ ...row, quantity: sum(row.id, end, 'delta'), reserved: sum(row.id, end, 'reserved') }))
      .filter(({ quantity, gone }) => quantity > 0 || gone >= end)
      .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1))
      .map(({ id, quantity, reserved }) => [id, quantity, reserved]);
  let seen = 0;
  for (let day = -1; day <= DAYS; day++) {
    const date = addDays('2026-03-01', day);
    // Summer time begins on the 8th: from then on a day ends at seven, not eight.
    const end = Date.parse(`${addDays(date, 1)}T${date < '2026-03-08' ? '08' : '07'}:00:00Z`);
    for (const { client, places } of readers) {
      const expected = modelOf(end, places);
      const limit = 1 + random.below(9);
      const pages: unknown[] = [];
      for (let page = 1; ; page++) {
        const { data, pagination } = (await at(client, `date=${date}&page=${page}&limit=${limit}`)).body;
        expect(pagination.total, `total of ${date}`).toBe(expected.length);
        pages.push(...data.map((row) => [row.id, row.quantity, row.reserved_quantity]));
        if (page * limit >= expected.length) break;
      }
      expect(pages, `${date} in pages of ${limit}`).toEqual(expected);
      const here = (await at(client, `date=${date}&location_id=${third}&limit=500`)).body.data;
      expect(here.map((row) => [row.id, row.quantity, row.reserved_quantity])).toEqual(modelOf(end, [third]));
      seen += expected.length;
    }
  }
  expect(seen).toBeGreaterThan(300);
});
