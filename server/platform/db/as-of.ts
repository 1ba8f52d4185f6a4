import { momentNow } from './as-of.sql';
import type { Db } from './client';

const REUSE_MS = 100;
const recent = new WeakMap<Db, { until: number; moment: Promise<string> }>();

/**
 * A moment before every change that a query sent from now on may not see yet, as ISO 8601 in UTC: no `updated_at`
 * below it appears later. Shared for 100 ms, since an older moment holds as well.
 * @param db a pool; in a transaction with an older snapshot the promise does not hold
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
 * `change_time()`, which gives each `updated_at`, reads the clock once its transaction has an id. So a writer that shows
 * no id here takes a later time than this statement's, and any other one a later time than its own start. The start of
 * another role's transaction is hidden from us: it may be a day old.
 */
async function readMoment(db: Db): Promise<string> {
  const [row] = await momentNow(db);
  return (row as { moment: string }).moment;
}
