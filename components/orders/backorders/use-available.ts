'use client';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';

const POLL_MS = 15_000;
/** Variants that one request of a catalog may name. */
const MOST = 200;

/** What the business could sell now of the variants of rows, in steps. @param enabled false for who doesn't sell */
export function useAvailable(
  rows: readonly { variant_id: string }[] | undefined,
  enabled: boolean,
): ReadonlyMap<string, number> {
  const { entity, can } = useViewer();
  const ids = [...new Set((rows ?? []).map(({ variant_id }) => variant_id))].sort().slice(0, MOST);
  const { data } = trpc.market.catalogue.useQuery(
    { id: entity.id, variant_ids: ids.join(), limit: MOST },
    {
      enabled: enabled && ids.length > 0 && can('read:products'),
      refetchInterval: POLL_MS,
    },
  );
  return new Map(data?.data.map(({ variant_id, available_quantity }) => [variant_id, available_quantity]));
}
