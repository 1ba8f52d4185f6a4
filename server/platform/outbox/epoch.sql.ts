import { type SQL, sql } from 'drizzle-orm';
import { statement } from '../db/statement';
import { eventEpoch, eventSequences } from './tables';

/** Sequences that a restore leaves out: more than any business had since its backup. */
const LEFT_OUT = 1_000_000_000;

/** SQL: the installation's epoch (decision 931). */
export const EPOCH = sql`(select epoch from ${eventEpoch})`;

export const raiseEpoch = statement([[]], () => sql`update ${eventEpoch} set epoch = epoch + 1`);

/**
 * Leaves a gap in the sequences of each business, those without an event included: what it lost had sequences of it.
 * @param entities SQL: a query of the ids of all businesses, as `id`
 */
export const leaveGaps = statement(
  [[sql`select gen_random_uuid() as id`]],
  (entities: SQL) => sql`
    insert into ${eventSequences} as s (entity_id, last, gaps)
    select e.id, ${LEFT_OUT}, int8multirange(int8range(1, ${LEFT_OUT}, '[]')) from (${entities}) e
    on conflict (entity_id) do update set last = s.last + ${LEFT_OUT},
      gaps = s.gaps + int8multirange(int8range(s.last + 1, s.last + ${LEFT_OUT}, '[]'))`,
);
