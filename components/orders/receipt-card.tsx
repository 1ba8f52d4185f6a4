'use client';
import { Card } from '@/components/ui/base/card';
import { formatAmount, formatMoney } from '@/components/ui/format';
import { useReceiptOf } from './correctable';
import { RECEIPT_REASON } from './receipt-reasons';
import type { Order, Receipt } from './types';

type Line = Receipt['lines'][number];

/** What became of the units of a line: "8 of 10 accepted, 1 damaged, 1 short". */
function outcomeOf(line: Line): string {
  const { accepted, shipped_quantity, damaged, rejected, short, reason_code } = line;
  const reason =
    reason_code && reason_code !== 'short' ? ` (${RECEIPT_REASON[reason_code].toLowerCase()})` : '';
  return [
    `${formatAmount(accepted, line)} of ${formatAmount(shipped_quantity, line)} accepted`,
    damaged > 0 && `${formatAmount(damaged, line)} damaged`,
    rejected > 0 && `${formatAmount(rejected, line)} rejected${reason}`,
    short > 0 && `${formatAmount(short, line)} short`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What the receipt of an order says where not everything was accepted. */
export function ReceiptCard({ order }: { order: Order }) {
  const receipt = useReceiptOf(order)?.receipt;
  const differing = receipt?.lines.filter((line) => line.accepted < line.shipped_quantity) ?? [];
  if (!receipt || differing.length === 0) return null;
  return (
    <Card title="Receipt">
      <ul className="flex flex-col gap-2">
        {differing.map((line) => (
          <li key={line.item_id}>
            <span className="block break-words font-medium">{line.product_name}</span>
            <span className="text-muted">{outcomeOf(line)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-3 border-border border-t pt-3">
        <span className="text-muted">Credit</span>
        <span className="font-medium tabular-nums">{formatMoney(receipt.credit_total)}</span>
      </p>
      {receipt.notes && <p className="mt-2 whitespace-pre-line text-muted">{receipt.notes}</p>}
    </Card>
  );
}
