import { type SQL, sql } from 'drizzle-orm';
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

export const currentIdOf = statement(
  [[ID, ID]],
  (sellerId: string, id: string) => sql<{ id: string }>`select ${survivorOf(sellerId, id)} as id`,
);

/** Ends the exemptions of a seller's customers from a tax rule, which is about to be deleted. */
export const endExemptions = statement(
  [[ID, ID]],
  (sellerId: string, taxRuleId: string) => sql`
    update ${accounts} set exempt_tax_ids = array_remove(exempt_tax_ids, ${taxRuleId}::uuid)
    where seller_id = ${sellerId} and ${taxRuleId}::uuid = any(exempt_tax_ids)`,
);
