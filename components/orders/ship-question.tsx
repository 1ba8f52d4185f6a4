'use client';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { formatCount, formatMoney, todayIn } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import type { OrderSummary } from './types';

/** Says what shipping several orders at once comes to, before it can't be taken back. */
export function ShipQuestion({
  orders,
  onConfirm,
  onClose,
}: {
  orders: readonly OrderSummary[];
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { timezone } = useViewer().entity;
  const today = todayIn(timezone);
  const lines = orders.reduce((sum, { item_count }) => sum + item_count, 0);
  const total = orders.reduce((sum, order) => sum + order.total, 0);
  const later = orders.filter(({ delivery_date }) => delivery_date !== null && delivery_date > today).length;
  const what = formatCount(orders.length, 'order');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Ship ${what}?`}
      description={
        <>
          <p>
            {formatCount(lines, 'line')}, {formatMoney(total)}. Their units leave your stock, and each order
            is invoiced as your settings say. This can't be undone.
          </p>
          {later > 0 && (
            <p className="mt-2 font-medium text-text">
              {later === 1 ? '1 is' : `${later} are`} requested for a later day.
            </p>
          )}
        </>
      }
      confirmLabel={`Ship ${what}`}
      cancelLabel="Keep preparing"
      destructive={false}
      onConfirm={onConfirm}
    />
  );
}
