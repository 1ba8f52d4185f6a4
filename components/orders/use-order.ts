'use client';
import { creditsOf } from '@/components/money/invoices/detail-inputs';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { commentsOf, HISTORY_LIMIT } from './history-limit';
import type { Order, OrderCertificates } from './types';
import { usePlaces } from './use-places';

const POLL_MS = 15_000;

const NO_CERTIFICATES: OrderCertificates = [];

/** An order with all that its page shows of it, kept fresh. @param first the order as the server read it */
export function useOrder(first: Order) {
  const { can } = useViewer();
  const { id } = first;
  const query = trpc.orders.get.useQuery({ id }, { refetchInterval: POLL_MS });
  const told = trpc.orders.history.useQuery({ id, limit: HISTORY_LIMIT }, { refetchInterval: POLL_MS });
  const written = trpc.orders.comments.useQuery(commentsOf(id), { refetchInterval: POLL_MS });
  const { data: manifest } = trpc.orders.manifest.useQuery({ id });
  const { data: certified } = trpc.orders.certificates.useQuery({ id });
  const order = query.data ?? first;
  const { data: credits } = trpc.creditNotes.list.useQuery(creditsOf(order.invoice?.id ?? ''), {
    enabled: order.invoice !== null && can('read:invoices'),
    refetchInterval: POLL_MS,
  });
  const history = told.data?.data ?? [];
  const places = usePlaces(
    order,
    history.some(({ after }) => after !== null && 'receiving_location_id' in after),
  );
  return {
    query,
    order,
    manifest,
    history,
    places,
    comments: written.data?.data ?? [],
    certificates: certified?.certificates ?? NO_CERTIFICATES,
    credits: credits?.data ?? [],
  };
}

/** What the page of an order has of it. */
export type ShownOrder = ReturnType<typeof useOrder>;
