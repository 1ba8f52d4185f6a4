'use client';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ExpiresEarly } from '@/components/catalog/goods/expires-early';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { CertificateLink } from '@/components/stock/certificates/certificate-link';
import { Button } from '@/components/ui/base/button';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatAmount } from '@/components/ui/format';
import { isClosed } from './delivery-day';
import { LineOutcome } from './line-outcome';
import { LinePrice } from './line-price';
import { LineTotal } from './line-total';
import { QuantityEditor } from './quantity-editor';
import { RemoveItem } from './remove-item';
import { ShortLine } from './short-line';
import type { Order, OrderCertificates, OrderItem, Receipt } from './types';

const LotsDialog = lazy(() => import('./lots-dialog').then((m) => ({ default: m.LotsDialog })));

/** A line with what its edits need to know of the order, so that the columns stay the same while it changes. */
type Line = OrderItem & {
  order: Order;
  certificates: OrderCertificates;
  received: Receipt['lines'][number] | undefined;
};

const column = columnsOf<Line>();
const DETAIL = { align: 'right', card: 'detail' } as const;

/** What a member may do to the lines of an order. */
export type LineEditing = {
  reduceOnly: boolean;
  /** Its seller, who also sets prices. */
  sells: boolean;
  /** Only says what was packed of goods by weight. */
  packs: boolean;
};

/** The lines of an order; with `editing`, each can be changed or removed; with `choosesLots`, its lots chosen. */
export function OrderItems({
  order,
  editing,
  choosesLots,
  certificates,
  receipt,
}: {
  order: Order;
  editing: LineEditing | null;
  choosesLots: boolean;
  certificates: OrderCertificates;
  /** What was said of it when it arrived. */
  receipt: Receipt | null;
}) {
  const [choosing, setChoosing] = useState<string | null>(null);
  const { reduceOnly = false, sells = false, packs = false } = editing ?? {};
  const editable = editing !== null;
  const columns = useMemo(() => {
    const shared = column.columns([
      column.accessor('product_name', {
        header: 'Product',
        meta: { rowHeader: true },
        cell: ({ row: { original } }) => (
          <ItemCell
            goods={original}
            href={`/products/${original.product_id}`}
            // The certificate that is there is a link; the chip says where one is missing.
            lots={original.lots.map((lot) => ({ ...lot, has_coa: lot.has_coa ? undefined : false }))}
          >
            {!isClosed(original.order) && (
              <ExpiresEarly units={original.expires_before_delivery} goods={original} />
            )}
            {original.received && <LineOutcome line={original.received} />}
            {choosesLots && (
              <Button
                variant="link"
                className="text-xs print:hidden"
                aria-label={`Choose lots of ${original.product_name} ${original.sku}`}
                onClick={() => setChoosing(original.id)}
              >
                Choose lots
              </Button>
            )}
            {editable && sells && !packs && <ShortLine order={original.order} item={original} />}
          </ItemCell>
        ),
      }),
      column.accessor('certificates', {
        header: 'COA',
        meta: { card: 'detail', leaves: 'first' },
        cell: ({ row: { original } }) => (
          <span className="flex flex-wrap gap-x-3">
            {original.certificates.map((certificate) => (
              <CertificateLink
                key={certificate.id}
                certificate={certificate}
                of={{ product_id: original.product_id, name: original.product_name }}
              />
            ))}
          </span>
        ),
      }),
      column.accessor('unit_price', {
        header: 'Price',
        meta: { ...DETAIL, leaves: 'last' },
        cell: ({ row: { original } }) => (
          <LinePrice
            order={original.order}
            item={original}
            editable={sells && !packs}
            buys={editable && !sells}
          />
        ),
      }),
      column.accessor('quantity', {
        header: 'Quantity',
        meta: { ...DETAIL, leaves: 'last' },
        cell: ({ row: { original: line } }) => (
          <>
            {formatAmount(line.quantity, line)}
            {line.requested_quantity > line.quantity && (
              <span className="text-muted"> of {formatAmount(line.requested_quantity, line)} ordered</span>
            )}
          </>
        ),
      }),
      column.accessor('total', {
        header: 'Total',
        meta: { align: 'right', card: 'badge', leaves: 'last' },
        cell: ({ row: { original } }) => <LineTotal item={original} />,
      }),
    ]);
    if (!editable) return shared;
    return [
      ...shared,
      column.display({
        id: 'edit',
        header: () => <span className="sr-only">Edit</span>,
        meta: { card: 'actions', align: 'right' },
        cell: ({ row: { original } }) => (
          <span className="inline-flex gap-1 print:hidden">
            {(!packs || original.step !== null) && (
              <QuantityEditor
                order={original.order}
                item={original}
                reduceOnly={reduceOnly}
                sells={sells}
                packs={packs}
              />
            )}
            {!packs && <RemoveItem order={original.order} item={original} />}
          </span>
        ),
      }),
    ];
  }, [editable, reduceOnly, sells, packs, choosesLots]);
  const item = order.items.find(({ id }) => id === choosing);
  return (
    <>
      <DataTable
        caption="Items of the order"
        columns={columns}
        rows={order.items.map((line) => ({
          ...line,
          order,
          certificates: certificates.filter(({ item_id }) => item_id === line.id),
          received: receipt?.lines.find(({ item_id }) => item_id === line.id),
        }))}
        getRowId={(item) => item.id}
        rowLabel={(item) => `${item.product_name} ${item.sku}`}
        empty={null}
        shortcuts={false}
      />
      <Suspense>
        {item && <LotsDialog order={order} item={item} onClose={() => setChoosing(null)} />}
      </Suspense>
    </>
  );
}
