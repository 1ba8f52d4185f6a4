'use client';
import { Card } from '@/components/ui/base/card';
import { DateTime } from '@/components/ui/date-time';
import { formatAmount, formatMoney } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { faultsOf } from './line-outcome';
import type { Order, Receipt } from './types';

/** What the receipt of an order says where not everything was accepted. */
export function ReceiptCard({
  order,
  receipt,
  isCredited,
}: {
  order: Order;
  receipt: Receipt | null;
  /** Whether its seller has credited it. */
  isCredited: boolean;
}) {
  const { timezone } = useViewer().entity;
  const differing = receipt?.lines.filter((line) => line.accepted < line.shipped_quantity) ?? [];
  if (!receipt || differing.length === 0) return null;
  return (
    <Card title="Receipt">
      <ul className="flex flex-col gap-2">
        {differing.map((line) => (
          <li key={line.item_id}>
            <span className="block break-words font-medium">{line.product_name}</span>
            <span className="text-muted">
              {[
                `${formatAmount(line.accepted, line)} of ${formatAmount(line.shipped_quantity, line)} accepted`,
                ...faultsOf(line),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-3 border-border border-t pt-3">
        <span className="text-muted">{isCredited ? 'Credited' : 'Credit expected'}</span>
        <span className="font-medium tabular-nums">{formatMoney(receipt.credit_total)}</span>
      </p>
      {!isCredited && receipt.credit_total > 0 && (
        <p className="text-muted text-sm">
          {Date.parse(receipt.correctable_until) > Date.now() ? (
            <>
              {order.wholesaler.name}’s credit note follows{' '}
              <DateTime value={receipt.correctable_until} timezone={timezone} />, unless the receipt is
              corrected.
            </>
          ) : (
            `${order.wholesaler.name}’s credit note is on its way.`
          )}
        </p>
      )}
      {receipt.notes && <p className="mt-2 whitespace-pre-line text-muted">{receipt.notes}</p>}
    </Card>
  );
}
