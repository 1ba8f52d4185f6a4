import type { z } from 'zod';
import { dateIn, latestDateOnEarth } from '../../../kernel/clock';
import { invalidRequest } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { checkBuyer, checkSeller } from '../../../kernel/sides';
import type { ReadContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { pageOf } from '../../../platform/db/listing';
import { agedPage, BUCKET_NAMES, type Buckets } from './queries.sql';
import type { ListReceivables, ReceivableList } from './schema';

/**
 * What customers owe the caller's business, or it owes its suppliers, by age at the end of a day (decision 691).
 * @throws AppError FORBIDDEN for the side that the business doesn't have and for members limited to locations,
 *   INVALID_REQUEST for a day in the future
 */
export async function listReceivables(
  { db, actor }: ReadContext,
  { as_of, side, ...asked }: z.infer<typeof ListReceivables>,
): Promise<z.infer<typeof ReceivableList>> {
  rejectLimited(actor, 'A balance counts');
  if (side === 'selling') checkSeller(actor);
  else checkBuyer(actor);
  const today = dateIn(actor.entity.timezone);
  // Sellers of a buyer are elsewhere, where the day may have begun.
  if (as_of !== undefined && as_of > (side === 'selling' ? today : latestDateOnEarth())) {
    throw invalidRequest([{ path: 'as_of', code: 'date_in_future', message: 'must not be in the future' }]);
  }
  const day = as_of ?? (side === 'selling' ? today : null);
  const [found] = await agedPage(db, { side, entityId: actor.entity.id, day }, asked);
  const { rows = [], totals, total = 0 } = found ?? {};
  const partner = side === 'selling' ? 'customer' : 'supplier';
  return {
    data: rows.map(({ id, name, ...buckets }) => ({ [partner]: { id, name }, ...dollars(buckets) })),
    pagination: pageOf(asked, total),
    as_of: day,
    totals: dollars(totals),
  };
}

const dollars = (buckets: Partial<Buckets> = {}): Buckets =>
  Object.fromEntries(BUCKET_NAMES.map((name) => [name, toDollars(buckets[name] ?? 0)])) as Buckets;
