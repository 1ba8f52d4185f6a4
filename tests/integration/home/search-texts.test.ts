import { beforeEach, expect, test } from 'vitest';
import { search } from '../../../server/features/search/queries';
import { fillTexts, writeChanged } from '../../../server/features/search/write';
import { permissionsOf } from '../../../server/kernel/permissions';
import { OWNER } from '../../../server/platform/db/samples';
import { type Business, createBusiness } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { openTestDatabase } from '../../setup/database';

const { db, sql } = await openTestDatabase();

const actorOf = ({ id, type, name }: Business) => ({
  ...OWNER,
  permissions: permissionsOf('owner', type),
  entity: { ...OWNER.entity, id, type, name },
});
const find = (business: Business, q: string) =>
  search({ db, actor: actorOf(business) }, { q, kinds: 'product', limit: 3 });
const never = new AbortController().signal;

/** Products without variants, the oldest first, as a database from before the search has them. */
const insertProducts = (business: Business, count: number, name: string) => sql`
  insert into products (id, entity_id, name, category, created_at)
  select gen_random_uuid(), ${business.id}, ${name} || ' ' || n, 'flower', '2026-01-01'::timestamptz + n * interval '1 second'
  from generate_series(1, ${count}::int) n`;

const written = async () => {
  while (await writeChanged(db));
};

beforeEach(async () => {
  await sql`truncate search_texts, search_words, search_changes, search_fills`;
});

test('what was there before the search is found once it is filled, and it goes on where it was stopped', async () => {
  const seller = await createBusiness(db, 'wholesaler');
  await insertProducts(seller, 700, 'Harbor');
  const stopping = new AbortController();
  stopping.abort();
  await fillTexts(db, stopping.signal);
  expect((await find(seller, 'harbor')).data).toEqual([]);
  await fillTexts(db, never);
  expect((await find(seller, 'harbor 700')).data).toMatchObject([{ title: 'Harbor 700', match: 'name' }]);
  const [{ texts } = { texts: 0 }] = await sql<{ texts: number }[]>`
    select count(*)::int as texts from search_texts where kind = 'product' and owner_id = ${seller.id}`;
  expect(texts).toBe(700);
  const [{ left } = { left: -1 }] = await sql<{ left: number }[]>`
    select count(*)::int as left from search_fills where done_at is null`;
  expect(left).toBe(0);
});

test('a word that more than 5,000 objects have is looked for in the newest, and says so', async () => {
  const seller = await createBusiness(db, 'wholesaler');
  await insertProducts(seller, 5_100, 'Harbor');
  await fillTexts(db, never);
  const all = await find(seller, 'harbor');
  expect(all.data.map(({ title }) => title)).toEqual(['Harbor 5100', 'Harbor 5099', 'Harbor 5098']);
  expect(all.more).toEqual(['product']);
  // With a word that few have, the oldest is found, too.
  expect(await find(seller, 'harbor 7')).toMatchObject({ data: [{ title: 'Harbor 7' }], more: [] });
});

test('businesses take turns, and what follows from a name waits for what does not', async () => {
  const [busy, other] = [await createBusiness(db, 'wholesaler'), await createBusiness(db, 'wholesaler')];
  const [many, one] = [
    await createProduct(db, busy, { name: 'Harbor' }),
    await createProduct(db, other, { name: 'Pier' }),
  ];
  await written();
  const note = (business: Business, id: string, count: number, follows: boolean) => sql`
    insert into search_changes (source_id, kind, object_id, follows)
    select ${business.id}, 'product', ${id}, ${follows} from generate_series(1, ${count}::int)`;
  await note(busy, many.id, 3_000, true);
  await note(busy, many.id, 3_000, false);
  await note(other, one.id, 1, false);
  expect(await writeChanged(db)).toBe(true);
  expect((await find(other, 'pier')).data).toHaveLength(1);
  const left = () => sql<{ follows: boolean; n: number }[]>`
    select follows, count(*)::int as n from search_changes group by follows order by follows`;
  expect(await left()).toEqual([
    { follows: false, n: 2_501 },
    { follows: true, n: 3_000 },
  ]);
  for (let n = 0; n < 6; n += 1) await writeChanged(db);
  expect(await left()).toEqual([{ follows: true, n: 3_000 }]);
});

test('a text that changes counts its words again, and one that ends leaves none', async () => {
  const seller = await createBusiness(db, 'wholesaler');
  await written();
  await sql`insert into price_lists (id, entity_id, name) values (gen_random_uuid(), ${seller.id}, 'Harbor tier')`;
  await written();
  const words = async () =>
    (
      await sql<{ word: string }[]>`select word from search_words where owner_id = ${seller.id} order by word`
    ).map(({ word }) => word);
  expect(await words()).toEqual(['harbor', 'tier']);
  await sql`update price_lists set name = 'Pier tier' where entity_id = ${seller.id}`;
  await written();
  expect(await words()).toEqual(['pier', 'tier']);
  await sql`delete from price_lists where entity_id = ${seller.id}`;
  await written();
  expect(await words()).toEqual([]);
});
