import { Ban } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { RowMenu } from '@/components/ui/data-table/row-menu';
import { MONEY } from '@/components/ui/data-table/values';
import { formatDate, formatMoney, UNKNOWN } from '@/components/ui/format';
import { methodLabel, paidText, paymentName } from './labels';
import type { Payment } from './types';

const column = columnsOf<Payment>();

/** Which of a customer's payments an act is about. */
const described = (payment: Payment) =>
  `${paymentName(payment)} of ${formatMoney(payment.amount)}, ${payment.buyer.name}, ${formatDate(payment.received_on)}`;

type Act = ((payment: Payment) => void) | null;

/** The columns of payments as one side sees them. Acts are null for a reader who can't do them. */
export function paymentColumns(buys: boolean, { onApply, onVoid }: { onApply: Act; onVoid: Act }) {
  return column.columns([
    column.accessor(({ seller, buyer }) => (buys ? seller : buyer).name, {
      id: 'party',
      header: buys ? 'Supplier' : 'Customer',
      meta: { rowHeader: true, className: 'wraps' },
      cell: ({ row: { original }, getValue }) => (
        <>
          <RowLink href={`/payments/${original.id}`}>{getValue()}</RowLink>
          {original.kind === 'refund' && <span className="row-note">Refund</span>}
        </>
      ),
    }),
    column.accessor('received_on', {
      // A refund was paid, not received.
      header: 'Date',
      meta: { sortKey: 'received_on', card: 'detail' },
      cell: (info) => formatDate(info.getValue()),
    }),
    column.accessor('method', {
      header: 'Method',
      meta: { card: 'detail' },
      cell: (info) => methodLabel(info.getValue()),
    }),
    column.accessor('reference', {
      header: 'Reference',
      meta: { hideBelow: 'lg', className: 'wraps' },
      cell: (info) => info.getValue() ?? UNKNOWN,
    }),
    column.accessor(paidText, {
      id: 'paid',
      header: 'Paid for',
      meta: { card: 'detail', className: 'wraps', hideBelow: 'lg' },
    }),
    column.accessor('amount', { header: 'Amount', ...MONEY, meta: { align: 'right', card: 'detail' } }),
    column.accessor('unapplied', {
      header: 'Unapplied',
      meta: { align: 'right', hideBelow: 'xl' },
      // Zero is quiet, so that what is left stands out.
      cell: (info) => (
        <span className={info.getValue() === 0 ? 'text-muted' : undefined}>
          {formatMoney(info.getValue())}
        </span>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: (info) =>
        info.getValue() === 'voided' ? (
          <Badge icon="slash">Voided</Badge>
        ) : (
          <Badge tone="success" icon="check">
            Recorded
          </Badge>
        ),
    }),
    actionsColumn<Payment>((original) => (
      <span className="inline-flex items-center gap-1">
        {onApply && original.unapplied > 0 && (
          <Button size="sm" onClick={() => onApply(original)}>
            Apply<span className="sr-only"> {described(original)}</span>
          </Button>
        )}
        <RowMenu
          of={described(original)}
          acts={[
            onVoid !== null &&
              original.status === 'recorded' && {
                ...{ label: 'Void', icon: Ban, destructive: true },
                act: () => onVoid(original),
              },
          ]}
        />
      </span>
    )),
  ]);
}
