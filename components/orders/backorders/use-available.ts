'use client';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { BackorderRow } from './types';

/** Variants that one request of a catalog may name. */
const MOST = 200;
/** Customers of a page that are asked for. */
const MOST_CUSTOMERS = 50;

/** The key of what could be sold to whom. */
export const availableKey = ({ buyer, variant_id }: Pick<BackorderRow, 'buyer' | 'variant_id'>) =>
  `${buyer.id} ${variant_id}`;

/**
 * What the business could sell now for open backorders, in steps by `availableKey`: each customer has a catalog of its own.
 * @param enabled false for who doesn't sell
 */
export function useAvailable(
  rows: readonly BackorderRow[] | undefined,
  enabled: boolean,
): ReadonlyMap<string, number> {
  const { entity, can } = useViewer();
  const asked = new Map<string, Set<string>>();
  for (const { status, buyer, variant_id } of rows ?? []) {
    if (status === 'open') asked.set(buyer.id, (asked.get(buyer.id) ?? new Set()).add(variant_id));
  }
  const customers =
    enabled && can('read:products') && can('read:customers') ? [...asked].slice(0, MOST_CUSTOMERS) : [];
  const read = trpc.useQueries((t) =>
    customers.map(([customer_id, ids]) =>
      t.market.catalogue({
        ...{ id: entity.id, customer_id, limit: MOST },
        variant_ids: [...ids].sort().slice(0, MOST).join(),
      }),
    ),
  );
  return new Map(
    customers.flatMap(([id], n) =>
      (read[n]?.data?.data ?? []).map(
        ({ variant_id, available_quantity }) =>
          [availableKey({ buyer: { id, name: '' }, variant_id }), available_quantity] as const,
      ),
    ),
  );
}
