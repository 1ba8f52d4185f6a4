import { type OrderSide, trendsRequest } from '@/components/partners/network/partner-orders-request';
import type { Viewer } from '@/server/transport/runtime';
import type { Queries, Taken } from '../ui/pages/prefetch';

/**
 * The rows of a list of partners, with the trade of those of its page for readers who see orders.
 * @param list the list's query, and the procedure's name
 * @param idOf the id of the business in a row
 */
export function partnerRows<Request extends object, Row>(
  { queries, viewer, taken }: { queries: Queries; viewer: Viewer; taken: Taken },
  list: { query: { prefetch(request: Request): Promise<void> }; name: string },
  idOf: (row: Row) => string,
  side: OrderSide,
) {
  return {
    async prefetch(request: Request): Promise<void> {
      await list.query.prefetch(request);
      const rows = taken<{ data: Row[] }>(list.name, request)?.data ?? [];
      if (rows.length === 0 || !viewer.actor.permissions.includes('read:orders')) return;
      await queries.orders.partners.prefetch(trendsRequest(rows.map(idOf), side));
    },
  };
}
