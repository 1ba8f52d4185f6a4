'use client';
import { lazy, Suspense } from 'react';
import type { Order, Receipt } from './types';

const ReceiptCard = lazy(() => import('./receipt-card').then((m) => ({ default: m.ReceiptCard })));
const ReturnsCard = lazy(() => import('./returns-card').then((m) => ({ default: m.ReturnsCard })));

/** What became of a delivered order: what its receipt says and what comes back. Fetched then, since most orders have neither. */
export function OutcomeCards({
  order,
  receipt,
  isCredited,
  maySeller,
}: {
  order: Order;
  receipt: Receipt | null;
  /** Whether its seller has credited it. */
  isCredited: boolean;
  /** Whether this member counts returns for the seller. */
  maySeller: boolean;
}) {
  if (order.status !== 'delivered') return null;
  return (
    <Suspense>
      <ReceiptCard order={order} receipt={receipt} isCredited={isCredited} />
      <ReturnsCard order={order} maySeller={maySeller} />
    </Suspense>
  );
}
