import { Button } from '@/components/ui/base/button';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { formatMoney, UNKNOWN } from '@/components/ui/format';
import type { Receivable } from './types';

const column = columnsOf<Receivable>();

export const partnerOf = ({ customer, supplier }: Receivable) =>
  customer ?? supplier ?? { id: '', name: UNKNOWN };

/** Zero is quiet, so that what is old stands out. */
function Amount({ value, late }: { value: number; late?: boolean }) {
  if (value === 0) return <span className="text-muted">{UNKNOWN}</span>;
  return <span className={late ? 'font-medium text-destructive' : undefined}>{formatMoney(value)}</span>;
}

const RIGHT = { align: 'right' } as const;

/** What a business owes by age. @param onSend null for a reader who can't mail statements */
export function receivableColumns(buys: boolean, onSend: ((row: Receivable) => void) | null) {
  return column.columns([
    column.accessor((row) => partnerOf(row).name, {
      id: 'partner',
      header: buys ? 'Supplier' : 'Customer',
      meta: { rowHeader: true, sortKey: 'name', className: 'wraps' },
      cell: ({ row: { original }, getValue }) => {
        const { id } = partnerOf(original);
        const href = buys
          ? `/invoices?side=buying&party=${id}&status=open`
          : `/customers/${id}?tab=statement`;
        return <RowLink href={href}>{getValue()}</RowLink>;
      },
    }),
    column.accessor('current', {
      header: 'Current',
      meta: { ...RIGHT, hideBelow: 'lg' },
      cell: (info) => <Amount value={info.getValue() ?? 0} />,
    }),
    column.accessor((row) => row.days_1_30 || null, {
      id: 'days_1_30',
      header: '1–30 days',
      meta: { ...RIGHT, card: 'detail', hideEmpty: true },
      cell: (info) => <Amount value={info.getValue() ?? 0} />,
    }),
    column.accessor((row) => row.days_31_60 || null, {
      id: 'days_31_60',
      header: '31–60 days',
      meta: { ...RIGHT, card: 'detail', hideEmpty: true },
      cell: (info) => <Amount late value={info.getValue() ?? 0} />,
    }),
    column.accessor((row) => row.days_61_90 || null, {
      id: 'days_61_90',
      header: '61–90 days',
      meta: RIGHT,
      cell: (info) => <Amount late value={info.getValue() ?? 0} />,
    }),
    column.accessor((row) => row.days_over_90 || null, {
      id: 'days_over_90',
      header: 'Over 90 days',
      meta: { ...RIGHT, sortKey: 'oldest' },
      cell: (info) => <Amount late value={info.getValue() ?? 0} />,
    }),
    column.accessor('unapplied', {
      header: 'Unapplied',
      meta: { ...RIGHT, hideBelow: 'xl' },
      cell: (info) => <Amount value={info.getValue() ?? 0} />,
    }),
    column.accessor('balance', {
      header: 'Balance',
      meta: { ...RIGHT, sortKey: 'balance', card: 'badge', leaves: 'last' },
      cell: (info) => <span className="font-semibold">{formatMoney(info.getValue())}</span>,
    }),
    actionsColumn<Receivable>(
      (original) =>
        onSend && (
          <Button size="sm" onClick={() => onSend(original)}>
            Statement<span className="sr-only"> of {partnerOf(original).name}</span>
          </Button>
        ),
    ),
  ]);
}
