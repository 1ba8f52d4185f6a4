import { Button } from '@/components/ui/base/button';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { INSTANT, MONEY } from '@/components/ui/data-table/values';
import { formatDate, formatNumber } from '@/components/ui/format';
import { DraftBadge } from './status-badge';
import type { Draft } from './types';

const column = columnsOf<Draft>();

/** The columns of drafts and quotes as one side sees them. */
export function draftColumns({
  buys,
  maySend,
  onSend,
}: {
  buys: boolean;
  maySend: (draft: Draft) => boolean;
  onSend: (draft: Draft) => void;
}) {
  return column.columns([
    column.accessor((draft) => (buys ? draft.wholesaler.name : draft.retailer.name), {
      id: 'party',
      header: buys ? 'Supplier' : 'Customer',
      meta: { rowHeader: true, className: 'wraps' },
      cell: ({ row: { original }, getValue }) => (
        <RowLink href={`/drafts/${original.id}`}>{getValue()}</RowLink>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: (info) => <DraftBadge status={info.getValue()} buys={buys} />,
    }),
    column.accessor((draft) => draft.items.length, {
      id: 'items',
      header: 'Items',
      meta: { align: 'right', hideBelow: 'xl' },
      cell: (info) => formatNumber(info.getValue()),
    }),
    column.accessor('subtotal', { header: 'Subtotal', ...MONEY, meta: { align: 'right', card: 'detail' } }),
    column.accessor('valid_until', {
      header: 'Valid until',
      meta: { card: 'detail', named: true, hideEmpty: true },
      cell: (info) => formatDate(info.getValue()),
    }),
    column.accessor((draft) => draft.author.name, {
      id: 'author',
      header: 'Author',
      meta: { hideBelow: 'lg', className: 'wraps' },
    }),
    column.accessor('created_at', { header: 'Created', ...INSTANT, meta: { hideBelow: 'lg' } }),
    actionsColumn<Draft>(
      (original) =>
        maySend(original) && (
          <Button size="sm" onClick={() => onSend(original)}>
            Send<span className="sr-only"> to {original.retailer.name}</span>
          </Button>
        ),
    ),
  ]);
}
