import { useMemo } from 'react';
import { InvoiceBadge } from '@/components/money/invoices/status-badge';
import { StatusBadge } from '@/components/orders/status-badge';
import { Badge } from '@/components/ui/base/badge';
import { Checkbox } from '@/components/ui/base/checkbox';
import { EmptyLine } from '@/components/ui/base/empty-state';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { INSTANT, MONEY } from '@/components/ui/data-table/values';
import { trpc } from '@/components/ui/providers/trpc';
import type { OrderStatus } from '@/server/kernel/order-statuses';
import { documentsOf } from './list-input';
import type { OfferedDocument } from './types';

const document = columnsOf<OfferedDocument>();
const KIND = { order: 'Order', invoice: 'Invoice' } as const;

/** The orders and invoices of an offer, each to be disputed with the merge. */
export function OfferDocuments({
  claimId,
  newest,
  disputed,
  disabled,
  onChange,
}: {
  claimId: string;
  /** When the newest one was entered that the owner has seen; null without any. */
  newest: string | null;
  disputed: readonly OfferedDocument[];
  disabled: boolean;
  onChange: (disputed: readonly OfferedDocument[]) => void;
}) {
  const columns = useMemo(
    () =>
      document.columns([
        document.accessor('number', {
          header: 'Number',
          meta: { rowHeader: true },
          cell: ({ row: { original } }) => (
            <span className="inline-flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere">{original.number}</span>
              {isNew(original, newest) && (
                <Badge tone="info" icon="alert">
                  New
                </Badge>
              )}
            </span>
          ),
        }),
        document.accessor(({ kind }) => KIND[kind], { id: 'kind', header: 'Kind', meta: { card: 'detail' } }),
        document.accessor('created_at', { header: 'Entered', meta: { hideBelow: 'lg' }, ...INSTANT }),
        document.accessor('total', { header: 'Total', ...MONEY, meta: { align: 'right', card: 'detail' } }),
        document.accessor('due', {
          header: 'Owed',
          ...MONEY,
          meta: { align: 'right', card: 'detail', hideEmpty: true },
        }),
        document.accessor('status', {
          header: 'Status',
          meta: { card: 'badge' },
          cell: ({ row: { original } }) => <Status document={original} />,
        }),
        document.display({
          id: 'dispute',
          header: 'Dispute',
          meta: { card: 'control' },
          cell: ({ row: { original } }) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
            <label className="inline-flex min-h-6 items-center gap-2 max-md:min-h-11">
              <Checkbox
                disabled={disabled}
                aria-label={`Dispute ${original.number}`}
                checked={disputed.some(({ id }) => id === original.id)}
                onCheckedChange={(ticked) =>
                  onChange(ticked ? [...disputed, original] : disputed.filter(({ id }) => id !== original.id))
                }
              />
              <span aria-hidden>Dispute</span>
            </label>
          ),
        }),
      ]),
    [newest, disputed, disabled, onChange],
  );
  return (
    <ListSection
      title="Orders and invoices"
      procedure={trpc.claims.documents}
      input={documentsOf(claimId)}
      columns={columns}
      rowLabel={({ number }) => number}
      empty={<EmptyLine>No orders or invoices.</EmptyLine>}
    />
  );
}

const isNew = ({ created_at }: OfferedDocument, newest: string | null) =>
  newest === null || created_at > newest;

function Status({ document: { kind, status } }: { document: OfferedDocument }) {
  if (kind === 'order') return <StatusBadge status={status as OrderStatus} />;
  return <InvoiceBadge invoice={{ status: status === 'open' ? 'open' : 'settled', overdue: false }} />;
}
