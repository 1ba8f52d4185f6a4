'use client';
import { Boxes, Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Section } from '@/components/ui/base/section';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatAmount, formatMarginPercent, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { SELLERS } from '@/server/kernel/permissions';
import { weightText } from './labels';
import { marginOf } from './margin';
import { type ResaleAct, ResaleButtons } from './resale-buttons';
import { ResaleDialogs } from './resale-dialogs';
import { stockInput } from './stock-input';
import type { Product, Resale, Variant } from './types';
import { useResale } from './use-resale';

// Forms come with the first press, not with the page.
const VariantDialog = lazy(() => import('./variant-dialog').then((m) => ({ default: m.VariantDialog })));

type Row = Variant & { resale: Resale | null; margin: number | null };

const column = columnsOf<Row>();

/** A price, of goods by weight for their unit. */
const priced = ({ row, getValue }: { row: { original: Row }; getValue: () => number | null }) => (
  <>
    {formatMoney(getValue())}
    {row.original.unit && <span className="text-muted">/{row.original.unit}</span>}
  </>
);

function variantColumns(
  onEdit: ((variant: Variant) => void) | null,
  onResale: ((act: ResaleAct) => void) | null,
  { withCases, sells }: { withCases: boolean; sells: boolean },
) {
  return column.columns([
    column.accessor('name', {
      header: 'Variant',
      meta: { rowHeader: true, className: 'md:leading-4' },
      cell: ({ row: { original }, getValue }) => (
        <>
          {getValue()}
          {original.resale?.listing && (
            <span className="block whitespace-normal text-muted text-xs">
              You sell it as {original.resale.listing.sku} at{' '}
              {formatMoney(original.resale.listing.wholesale_price)}
              {!original.resale.listing.active && ', hidden from buyers'}
            </span>
          )}
        </>
      ),
    }),
    column.accessor('sku', {
      header: 'SKU',
      meta: { card: 'detail' },
      cell: ({ row }) => <span className="font-mono text-xs">{row.original.sku}</span>,
    }),
    column.display({
      id: 'weight',
      header: 'Weight',
      meta: { align: 'right', leaves: 'first' },
      cell: ({ row }) => weightText(row.original),
    }),
    ...(withCases
      ? [
          column.accessor('case_size', {
            header: 'Case',
            meta: { align: 'right' },
            cell: ({ row: { original }, getValue }) => formatAmount(getValue(), original),
          }),
        ]
      : []),
    column.accessor('price', {
      header: 'Price',
      meta: { align: 'right', card: sells ? 'detail' : 'badge', ...(sells && { leaves: 'first' }) },
      cell: priced,
    }),
    column.accessor('wholesale_price', {
      header: 'Wholesale price',
      meta: { align: 'right', card: sells ? 'badge' : 'line', ...(sells && { leaves: 'last' }) },
      cell: priced,
    }),
    column.accessor('margin', {
      header: 'Margin',
      meta: { align: 'right' },
      cell: (info) => formatMarginPercent(info.getValue()),
    }),
    ...(onResale
      ? [
          column.display({
            id: 'resale',
            header: () => <span className="sr-only">Resale</span>,
            meta: { align: 'right', card: 'actions', label: 'Resale' },
            cell: ({ row: { original } }) =>
              original.resale && <ResaleButtons resale={original.resale} onAct={onResale} />,
          }),
        ]
      : []),
    ...(onEdit
      ? [
          column.display({
            id: 'edit',
            header: () => <span className="sr-only">Actions</span>,
            meta: { align: 'right', card: 'actions', label: 'Actions' },
            cell: ({ row }) => (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Edit ${row.original.name}`}
                data-shortcut="e"
                onClick={() => onEdit(row.original)}
                className="-mr-2 max-md:-ml-2"
              >
                <Pencil aria-hidden />
                Edit
              </Button>
            ),
          }),
        ]
      : []),
  ]);
}

/** What of a product can be counted and ordered. */
export function VariantsSection({ product, editable }: { product: Product; editable: boolean }) {
  const [dialog, setDialog] = useState<{ variant: Variant | null } | null>(null);
  const { entity, rules } = useViewer();
  const sells = product.entity.id === entity.id && SELLERS.includes(entity.type);
  const { data: stock } = trpc.inventory.list.useQuery(stockInput(product.id), { enabled: sells });
  const [selling, setSelling] = useState<ResaleAct | null>(null);
  const resaleOf = useResale(product);
  const maySell = resaleOf !== null && rules('update:products');
  const withCases = product.variants.some(({ case_size }) => case_size > 1);
  const columns = useMemo(
    () =>
      variantColumns(editable ? (variant) => setDialog({ variant }) : null, maySell ? setSelling : null, {
        withCases,
        sells,
      }),
    [editable, maySell, withCases, sells],
  );
  // Of a part of the stock it would look like that of all.
  const held = stock && stock.pagination.total === stock.data.length ? stock.data : [];
  const add = editable && (
    <Button size="sm" onClick={() => setDialog({ variant: null })}>
      <Plus aria-hidden />
      Add variant
    </Button>
  );
  return (
    <Section id="variants" title="Variants" actions={product.variants.length > 0 && add}>
      <DataTable
        caption="Variants"
        columns={columns}
        rows={product.variants.map((variant) => ({
          ...variant,
          resale: resaleOf?.(variant) ?? null,
          margin: sells ? marginOf(variant, held) : null,
        }))}
        getRowId={(variant) => variant.id}
        rowLabel={(variant) => variant.name}
        empty={
          <EmptyState icon={Boxes} title="No variants yet" action={add}>
            A variant has the SKU and the price. Add one to stock and sell this product.
          </EmptyState>
        }
      />
      <ResaleDialogs current={selling} onClose={() => setSelling(null)} />
      <Suspense>
        {dialog && (
          <VariantDialog productId={product.id} variant={dialog.variant} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </Section>
  );
}
