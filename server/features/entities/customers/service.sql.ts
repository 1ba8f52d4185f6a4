import { type SQL, sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts, entityAliases } from './tables';

/**
 * SQL: the customer that an id of a seller's names now: after a merge the old id names the survivor, for that seller alone. Reads
 * that take a customer's id go through it.
 */
export const survivorOf = (
  sellerId: string,
  id: string | SQL,
): SQL => sql`coalesce((select s.survivor_id from ${entityAliases} s
  where s.alias_id = ${id}::uuid and s.seller_id = ${sellerId}::uuid), ${id}::uuid)`;

/** The same of several, as an array. */
export const survivorsOf = (sellerId: string, ids: readonly string[]): SQL =>
  sql`array(select ${survivorOf(sellerId, sql`a.id`)} from unnest(${uuids(ids)}) a (id))`;

/** What ids of a seller's customers name now, in their order. */
export const currentIdsOf = statement(
  [[ID, [ID]]],
  (sellerId: string, ids: readonly string[]) => sql<{ id: string }>`
    select ${survivorOf(sellerId, sql`g.id`)} as id from unnest(${uuids(ids)}) with ordinality as g (id, n) order by g.n`,
);

/** Ends the exemptions of a seller's customers from a tax rule, which is about to be deleted. */
export const endExemptions = statement(
  [[ID, ID]],
  (sellerId: string, taxRuleId: string) => sql`
    update ${accounts} set exempt_tax_ids = array_remove(exempt_tax_ids, ${taxRuleId}::uuid)
    where seller_id = ${sellerId} and ${taxRuleId}::uuid = any(exempt_tax_ids)`,
);

/** Counts a seller's accounts with these buyers, or with all, as changed: its prices for them did (decision 591). */
export const lockAndTouchAccounts = statement(
  [
    [ID, [ID]],
    [ID, null],
  ],
  (sellerId: string, buyerIds: readonly string[] | null) => sql`
    update ${accounts} a set updated_at = change_time() from (
      select t.buyer_id from ${accounts} t where t.seller_id = ${sellerId}
        ${buyerIds ? sql`and t.buyer_id = any(${uuids(buyerIds)})` : sql``}
      order by t.buyer_id for no key update) t
    where a.seller_id = ${sellerId} and a.buyer_id = t.buyer_id`,
);

/** Says that an account has the terms that an invitation made it with. */
export const markUntouched = statement(
  [[ID, ID]],
  (sellerId: string, buyerId: string) => sql`
    update ${accounts} set untouched = true where seller_id = ${sellerId} and buyer_id = ${buyerId}`,
);
