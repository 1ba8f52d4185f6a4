import { sql } from 'drizzle-orm';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import type { Merging } from '../entities/service';
import { recallResponses } from './tables';

/** SQL: what two rows said together; null while neither has. */
const both = (column: string) =>
  sql.raw(
    `case when s.${column} is not null or f.${column} is not null then coalesce(s.${column}, 0) + coalesce(f.${column}, 0) end`,
  );

/** Adds the rows of a customer to those of the survivor. */
export const addUpResponses = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to }: Merging) => sql`
    with added as (
      update ${recallResponses} s set held = s.held + f.held, quarantined = ${both('quarantined')},
        destroyed = ${both('destroyed')}, returned = ${both('returned')}, already_sold = ${both('already_sold')},
        found = ${both('found')}, explained = s.explained + f.explained, unassigned = s.unassigned and f.unassigned,
        responded_at = case when s.quarantined is not null or f.quarantined is not null
          or (s.unassigned and f.unassigned and (s.found is not null or f.found is not null))
          then greatest(s.responded_at, f.responded_at) end,
        supplier_id = case when s.supplier_id is not distinct from f.supplier_id then s.supplier_id end
      from ${recallResponses} f where f.entity_id = ${from} and s.recall_id = f.recall_id and s.entity_id = ${to}
      returning s.recall_id),
    moved as (
      update ${recallResponses} f set entity_id = ${to} where f.entity_id = ${from} and not exists (
        select from ${recallResponses} s where s.recall_id = f.recall_id and s.entity_id = ${to}))
    delete from ${recallResponses} f where f.entity_id = ${from} and f.recall_id in (select recall_id from added)`,
);
