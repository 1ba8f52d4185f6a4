import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client';
import { texts } from '../../platform/db/listing';
import type { LeasedRun } from './leased-run';
import { keyOf, type Match } from './match';
import type { Unmatched } from './schema';

/** As many as a connection keeps: enough to map, and a bound for one that makes up names. */
const KEPT = 5_000;

/**
 * Keeps what no variant was found for, to be mapped, and forgets what has been found meanwhile.
 * @returns those that the run had not met before
 */
export async function noteUnmatched(
  db: Db,
  { id, connection }: LeasedRun,
  { variantOf, unmatched }: Match,
): Promise<Unmatched[]> {
  await db.execute(sql`
    delete from pos_unmatched
    where connection_id = ${connection.id} and key = any(${texts([...variantOf.keys()])})`);
  if (unmatched.length === 0) return [];
  const keys = unmatched.map(keyOf);
  const seen = await db.execute<{ key: string; run_id: string }>(sql`
    select key, run_id from pos_unmatched
    where connection_id = ${connection.id} and key = any(${texts(keys)}) order by key for update`);
  const [{ kept } = { kept: 0 }] = await db.execute<{ kept: number }>(sql`
    select count(*)::int as kept from pos_unmatched where connection_id = ${connection.id}`);
  const known = new Map(seen.map((row) => [row.key, row.run_id]));
  let room = KEPT - kept;
  const noted = unmatched.filter((item) => known.has(keyOf(item)) || room-- > 0);
  const column = (of: (item: Match['unmatched'][number]) => string | null) => texts(noted.map(of));
  await db.execute(sql`
    insert into pos_unmatched (connection_id, key, external_id, sku, name, quantity, run_id)
    select ${connection.id}, u.key, u.external_id, u.sku, u.name, u.quantity::float8, ${id}
    from unnest(${column(keyOf)}, ${column((item) => item.externalId)}, ${column((item) => item.sku)},
      ${column((item) => item.name)}, ${column((item) => String(item.quantity))})
      as u (key, external_id, sku, name, quantity)
    on conflict (connection_id, key) do update set external_id = excluded.external_id, sku = excluded.sku,
      name = excluded.name, quantity = excluded.quantity, run_id = excluded.run_id, seen_at = now()`);
  return unmatched
    .filter((item) => known.get(keyOf(item)) !== id)
    .map(({ externalId, sku, name }) => ({ external_id: externalId, sku, name }));
}
