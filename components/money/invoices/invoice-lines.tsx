import { PriceLines } from '@/components/catalog/pricing/price-lines';
import { discountText } from '@/components/catalog/pricing/price-notes';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { MONEY } from '@/components/ui/data-table/values';
import { formatMoney, formatNumber } from '@/components/ui/format';
import type { Invoice, InvoiceLine } from './types';

const column = columnsOf<InvoiceLine>();
const DETAIL = { align: 'right', card: 'detail' } as const;

const COLUMNS = column.columns([
  column.accessor('product_name', {
    header: 'Product',
    meta: { rowHeader: true },
    cell: ({ row: { original: line } }) => (
      <span className="flex flex-col">
        <Link href={`/products/${line.product_id}`} className="item-name">
          {line.product_name} {line.variant_name}
        </Link>
        <span className="text-muted text-xs">
          {[line.sku, ...line.lots.map(({ batch_id }) => batch_id), line.sample && 'Sample']
            .filter(Boolean)
            .join(' · ')}
        </span>
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
        <PriceLines notes={[discountText(line.discount_bps)]} />
      </>
    ),
  }),
  column.accessor('quantity', {
    header: 'Quantity',
    meta: DETAIL,
    cell: ({ row: { original: line } }) => amountText(line.quantity, line.amount, line.unit),
  }),
  column.accessor('total', { header: 'Total', ...MONEY, meta: { align: 'right', card: 'badge' } }),
]);

const amountText = (quantity: number, amount: number, unit: string | null) =>
  unit ? `${amount.toLocaleString('en-US', { maximumFractionDigits: 4 })} ${unit}` : formatNumber(quantity);

/** The lines of an invoice, as they were when it was issued. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  return (
    <DataTable
      caption={`Lines of ${invoice.number}`}
      columns={COLUMNS}
      rows={invoice.lines}
      getRowId={({ item_id }) => item_id}
      rowLabel={({ product_name, sku }) => `${product_name} ${sku}`}
      empty={null}
      shortcuts={false}
    />
  );
}
