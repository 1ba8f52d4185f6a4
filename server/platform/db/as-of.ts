import { momentNow } from './as-of.sql';
import type { Db } from './client';

const REUSE_MS = 100;
const recent = new WeakMap<Db, { until: number; moment: Promise<string> }>();

/**
 * Reads an instant (ISO 8601, UTC) before every change that a query sent from now on might miss: no `updated_at` below
 * it appears later. Shared for 100 ms, since an older instant is valid too.
 * @param db a pool; a transaction with an older snapshot breaks the guarantee
 */
export async function asOf(db: Db): Promise<string> {
  const known = recent.get(db);
  if (known && known.until > performance.now()) return known.moment;
  const moment = readMoment(db);
  recent.set(db, { until: performance.now() + REUSE_MS, moment });
  moment.catch(() => recent.delete(db));
  return moment;
}

/**
 * `change_time()`, the source of `updated_at`, reads the clock after its transaction got an id (decision 82). A writer
 * without a visible id therefore gets a later time than this statement, any other writer a later time than its own start.
 * Starts of other roles' transactions are hidden from us and may be a day old.
 */
async function readMoment(db: Db): Promise<string> {
  const [row] = await momentNow(db);
  return (row as { moment: string }).moment;
}
