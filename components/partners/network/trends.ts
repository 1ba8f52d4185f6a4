import { keepPreviousData } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { AppRouter } from '@/server/transport/router';
import { type OrderSide, trendsRequest } from './partner-orders-request';

export type Trend = inferRouterOutputs<AppRouter>['orders']['partners']['data'][number];
/** A row with the trade of its partner; undefined for readers who don't see orders. */
export type WithTrend<Row> = Row & { trend: Trend | undefined };

const POLL_MS = 60_000;

/** Rows of a list with the trade of the partner of each. @param idOf the id of the business; stable */
export function useTrends<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  side: OrderSide,
): WithTrend<Row>[] | undefined {
  const ids = rows?.map(idOf) ?? [];
  const { data } = trpc.orders.partners.useQuery(trendsRequest(ids, side), {
    enabled: useViewer().can('read:orders') && ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  return useMemo(() => {
    const trends = new Map(data?.data.map((trend) => [trend.id, trend]));
    return rows?.map((row) => ({ ...row, trend: trends.get(idOf(row)) }));
  }, [rows, data, idOf]);
}
