'use client';
import { ClipboardPen, Printer } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { ROOM } from '@/components/stock/inventory/labels';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { WarningNote } from '@/components/ui/base/warning-note';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { DateTime } from '@/components/ui/date-time';
import { formatAmount, formatDate, formatMoney, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { amountsText } from './columns';
import { goodsName, placeIn } from './draft';
import { KIND, NOTICE } from './labels';
import type { GoodsReceipt, Place, ReceiptLine } from './types';

const ReceiptLabels = lazy(() => import('./receipt-labels').then((m) => ({ default: m.ReceiptLabels })));

const column = columnsOf<ReceiptLine>();

const COLUMNS = column.columns([
  column.accessor('product_name', {
    header: 'Goods',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => (
      <ItemCell
        goods={original}
        href={`/inventory/${original.inventory_id}`}
        opensRow
        note={original.package_tag && <span>Package {original.package_tag}</span>}
      />
    ),
  }),
  column.accessor('quantity', {
    header: 'Amount',
    meta: { align: 'right', card: 'badge' },
    cell: ({ row: { original } }) => formatAmount(original.quantity, original),
  }),
  column.accessor('batch_id', {
    header: 'Batch',
    meta: { card: 'detail', hideEmpty: true },
    cell: ({ row: { original } }) =>
      original.batch ? (
        <>
          <Link href={`/batches/${original.batch}`} className="text-link hover:underline">
            {original.batch_id}
          </Link>
          <span className="block text-muted text-xs">
            {original.has_coa ? 'Certificate on file' : 'Certificate missing'}
          </span>
        </>
      ) : (
        UNKNOWN
      ),
  }),
  column.accessor(({ room_type }) => ROOM[room_type], { id: 'room', header: 'Room' }),
  column.accessor('expires_on', {
    header: 'Expires',
    meta: { card: 'detail', named: true, hideEmpty: true },
    cell: (info) => formatDate(info.getValue()),
  }),
  column.accessor('unit_cost', {
    header: 'Unit cost',
    meta: { align: 'right' },
    cell: (info) => formatMoney(info.getValue()),
  }),
]);

/** What to know of the goods as they came. */
function Notices({ receipt: { notices, lines } }: { receipt: GoodsReceipt }) {
  if (notices.length === 0) return null;
  return (
    <section aria-label="Notices">
      <WarningNote>
        <ul className="flex flex-col gap-1">
          {notices.map(({ path, code, value }) => {
            const line = lines[placeIn(path)?.index ?? -1];
            return (
              <li key={`${path} ${code}`}>{NOTICE[code](line ? goodsName(line) : '', value, formatDate)}</li>
            );
          })}
        </ul>
      </WarningNote>
    </section>
  );
}

/** What came in one delivery from outside, where it is now, and labels for it. */
export function ReceiptPage({ first, places }: { first: GoodsReceipt; places: readonly Place[] }) {
  const { entity, can } = useViewer();
  const [isPrinting, setIsPrinting] = useState(false);
  const query = trpc.goodsReceipts.get.useQuery({ id: first.id }, { initialData: first });
  const receipt = query.data;
  const { number, kind, location_id, supplier, lines, received_by, created_at, corrected_at } = receipt;
  const isOpen = Date.parse(receipt.correctable_until) > Date.now();
  const facts = useMemo(() => factsOf(receipt, places), [receipt, places]);
  return (
    <ResourcePage
      query={query}
      historyOf={first.id}
      breadcrumbs={[{ label: 'Goods receipts', href: '/inventory/receipts' }]}
      title={number}
      badge={<Badge>{KIND[kind]}</Badge>}
      description={
        <>
          {amountsText(receipt)}
          {supplier && ` from ${supplier.name}`}, recorded by {received_by.name} ·{' '}
          <DateTime value={created_at} timezone={entity.timezone} />
          {corrected_at && (
            <>
              , corrected <DateTime value={corrected_at} timezone={entity.timezone} />
            </>
          )}
        </>
      }
      actions={
        <>
          {kind === 'harvest' && can('update:inventory') && (
            <Button asChild>
              <Link href={`/inventory/package?lot=${lines[0]?.lot_id}&location_id=${location_id}`}>
                Package
              </Link>
            </Button>
          )}
          {isOpen && can('update:inventory') && (
            <Button asChild>
              <Link href={`/inventory/receipts/${first.id}/correct`}>
                <ClipboardPen aria-hidden />
                Correct receipt
              </Link>
            </Button>
          )}
          <Button variant="primary" onClick={() => setIsPrinting(true)}>
            <Printer aria-hidden />
            Print labels
          </Button>
        </>
      }
      lead={<Notices receipt={receipt} />}
      aside={
        <Card title="Details">
          <DefinitionList items={facts} />
        </Card>
      }
    >
      <DataTable
        caption="What came"
        columns={COLUMNS}
        rows={lines}
        getRowId={({ line_id }) => line_id}
        rowLabel={goodsName}
        empty={null}
        error={null}
      />
      <Suspense>
        {isPrinting && <ReceiptLabels lines={lines} onClose={() => setIsPrinting(false)} />}
      </Suspense>
    </ResourcePage>
  );
}

const factsOf = (
  { supplier, reference, received_on, location_id, cost_total, notes }: GoodsReceipt,
  places: readonly Place[],
) => [
  ...(supplier
    ? [
        { term: 'Supplier', value: supplier.name },
        { term: 'License', value: supplier.license_number ?? UNKNOWN },
        { term: 'Reference', value: reference ?? UNKNOWN },
      ]
    : []),
  { term: 'Received', value: formatDate(received_on) },
  { term: 'Location', value: places.find(({ id }) => id === location_id)?.name ?? 'Closed location' },
  { term: 'Cost', value: formatMoney(cost_total) },
  ...(notes ? [{ term: 'Notes', value: notes }] : []),
];
