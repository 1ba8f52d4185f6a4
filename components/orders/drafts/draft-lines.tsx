import { ExpiresEarly } from '@/components/catalog/goods/expires-early';
import { PriceLines } from '@/components/catalog/pricing/price-lines';
import { discountText, sourceText } from '@/components/catalog/pricing/price-notes';
import { lineKey } from '@/components/orders/cart/cart';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { MONEY } from '@/components/ui/data-table/values';
import { formatAmount, formatMoney } from '@/components/ui/format';
import { savedOn, savingText } from './saving';
import type { Draft, DraftLine } from './types';
import { useExpiring } from './use-expiring';

const column = columnsOf<DraftLine & { expiring: number | undefined }>();
const DETAIL = { align: 'right', card: 'detail' } as const;

const columns = column.columns([
  column.accessor('product_name', {
    header: 'Product',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => (
      <span className="flex flex-col">
        <span className="item-name">
          {original.product_name}
          {original.variant_name && ` ${original.variant_name}`}
        </span>
        <span className="text-muted text-xs">{original.sku}</span>
        <ExpiresEarly units={original.expiring} goods={original} />
      </span>
    ),
  }),
  column.accessor('unit_price', {
    header: 'Price',
    meta: DETAIL,
    cell: ({ row: { original: line } }) => (
      <>
        {formatMoney(line.unit_price)}
        {line.unit && <span className="text-muted">/{line.unit}</span>}
        <PriceLines notes={[sourceText(line), discountText(line.discount_bps), savingText(line)]} />
      </>
    ),
  }),
  column.accessor('quantity', {
    header: 'Quantity',
    meta: DETAIL,
    cell: ({ row: { original: line } }) => formatAmount(line.quantity, line),
  }),
  column.accessor('total', { header: 'Total', ...MONEY, meta: { align: 'right', card: 'badge' } }),
]);

/** The lines of a draft or quote, and their sum. */
export function DraftLines({ draft }: { draft: Draft }) {
  const { items, subtotal } = draft;
  const expiring = useExpiring(draft);
  const saved = savedOn(items);
  return (
    <section aria-label="Items">
      <DataTable
        caption="Items"
        columns={columns}
        rows={items.map((line) => ({ ...line, expiring: expiring.get(lineKey(line)) }))}
        getRowId={lineKey}
        rowLabel={({ product_name, sku }) => `${product_name} ${sku}`}
        empty={null}
        shortcuts={false}
      />
      <dl className="ml-auto w-full max-w-76 px-4 py-4 tabular-nums">
        <div className="flex justify-between gap-4 font-semibold">
          <dt>Subtotal</dt>
          <dd>{formatMoney(subtotal)}</dd>
        </div>
        {saved > 0 && (
          <div className="mt-1 flex justify-between gap-4 text-muted">
            <dt>Saved on usual prices</dt>
            <dd>{formatMoney(saved)}</dd>
          </div>
        )}
        <div className="mt-1 text-right text-muted text-sm">
          <dt className="sr-only">Tax</dt>
          <dd>Tax is added when the order is placed.</dd>
        </div>
      </dl>
    </section>
  );
}
