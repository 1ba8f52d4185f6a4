import { type SQL, sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { entityAliases } from './tables';

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
