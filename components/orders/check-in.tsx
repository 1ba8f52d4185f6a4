'use client';
import { useEffect } from 'react';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { ReceiveDialog } from './receive-dialog';
import type { SideRules } from './side-rules';
import type { OrderSummary } from './types';

/** The check-in of an order that a list shows: its lines are read first. */
export function CheckIn({
  order: { id, order_number },
  side,
  onRead,
  onClose,
  onDone,
}: {
  order: Pick<OrderSummary, 'id' | 'order_number'>;
  side: SideRules['side'];
  onRead: () => void;
  onClose: () => void;
  onDone: () => void;
}) {
  // What was read before it was shipped says nothing of what was.
  const { data, error, isFetchedAfterMount } = trpc.orders.get.useQuery({ id }, { refetchOnMount: 'always' });
  const isRead = data !== undefined && isFetchedAfterMount;
  useEffect(() => {
    if (isRead) onRead();
  }, [isRead, onRead]);
  useEffect(() => {
    if (!error) return;
    void showError(`${order_number} can't be received`, error);
    onClose();
  }, [error, order_number, onClose]);
  if (!isRead) return null;
  return <ReceiveDialog order={data} side={side} onClose={onClose} onDone={onDone} />;
}
