import type postgres from 'postgres';
import type { DataSet } from './data';

/** Goods on offer, and lines of a cart. */
export const LINES = 200;
const RULES = 5_000;
const LISTS = 100;

/** What a seller grants: nothing to any buyer, its lists and offers to others alone, or to the one that reads, too. */
export const GRANTS = ['none', 'others', 'own'] as const;
export type Grant = (typeof GRANTS)[number];

/**
 * Inserts a hundred lists, of which one has five thousand rules, and an offer of two hundred of the goods.
 * @returns grants them; in turns, so that a change of the machine meets all alike
 */
export async function insertPrices(
  sql: postgres.Sql,
  { wholesaler, retailer, pros }: DataSet,
): Promise<(grant: Grant) => Promise<void>> {
  const seller = wholesaler.entityId;
  // Holds the lists and offers while the seller has none: the tables stay as they are.
  const holder = pros[0]?.entityId ?? seller;
  await sql`insert into price_lists (id, entity_id, name, discount_bps)
    select uuidv7(), ${seller}, 'List ' || n, 500 from generate_series(1, ${LISTS}) n`;
  await sql`insert into price_rules (list_id, variant_id, min_steps, price_cents)
    select l.id, v.id, s.n, 1000 - s.n from price_lists l cross join (
      select v.id from product_variants v where v.entity_id = ${seller} order by v.id limit ${RULES / 5}) v
      cross join (values (1), (2), (3), (10), (50)) s (n) where l.entity_id = ${seller} and l.name = 'List 1'`;
  await sql`insert into offers (id, entity_id, name, starts_at, ends_at, audience)
    values (uuidv7(), ${seller}, 'Offer', now() - interval '1 hour', now() + interval '2 days', 'chosen')`;
  await sql`insert into offer_items (offer_id, variant_id, position)
    select o.id, v.id, row_number() over (order by v.id) from offers o, product_variants v
    where o.entity_id = ${seller} and v.entity_id = ${seller} limit ${LINES}`;
  await sql`insert into offer_breaks (offer_id, variant_id, min_steps, price_cents)
    select i.offer_id, i.variant_id, s.n, 900 - s.n from offer_items i cross join (values (1), (10)) s (n)`;
  await sql`vacuum analyze`;
  return async (grant) => {
    const to = grant === 'none' ? holder : seller;
    const from = grant === 'none' ? seller : holder;
    await sql.begin(async (tx) => {
      await tx`update accounts set price_list_id = null where seller_id = ${seller}`;
      await tx`update price_lists set entity_id = ${to} where entity_id = ${from}`;
      await tx`update offers set entity_id = ${to}, audience = ${grant === 'own' ? 'all' : 'chosen'} where entity_id in (${to}, ${from})`;
      if (grant === 'own')
        await tx`update accounts set price_list_id = (select l.id from price_lists l where l.entity_id = ${seller} and l.name = 'List 1')
          where seller_id = ${seller} and buyer_id = ${retailer.entityId}`;
    });
  };
}
