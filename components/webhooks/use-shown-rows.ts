'use client';
import { useCalmRows } from '@/components/orders/use-calm-rows';

/** As `useCalmRows`; but where nothing stands yet nothing can move, and the first rows come at once. */
export function useShownRows<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  view: string,
  settled: boolean,
) {
  const calm = useCalmRows(rows, view, settled);
  if (calm.rows?.length === 0 && calm.added > 0) calm.show();
  return calm;
}
