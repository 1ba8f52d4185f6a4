'use client';
import { Boxes, Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { MONEY } from '@/components/data-table/values';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Section } from '@/components/ui/section';
import { weightText } from './labels';
import type { Product, Variant } from './types';

// Forms come with the first press, not with the page.
const VariantDialog = lazy(() => import('./variant-dialog').then((m) => ({ default: m.VariantDialog })));

const column = columnsOf<Variant>();

function variantColumns(onEdit: ((variant: Variant) => void) | null) {
  return column.columns([
    column.accessor('name', { header: 'Variant', meta: { rowHeader: true } }),
    column.accessor('sku', {
      header: 'SKU',
      cell: ({ row }) => <span className="font-mono text-xs">{row.original.sku}</span>,
    }),
    column.display({
      id: 'weight',
      header: 'Weight',
      meta: { align: 'right' },
      cell: ({ row }) => weightText(row.original),
    }),
    column.accessor('price', { header: 'Price', ...MONEY }),
    column.accessor('wholesale_price', { header: 'Wholesale price', ...MONEY }),
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
  const columns = useMemo(
    () => variantColumns(editable ? (variant) => setDialog({ variant }) : null),
    [editable],
  );
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
        rows={product.variants}
        getRowId={(variant) => variant.id}
        rowLabel={(variant) => variant.name}
        empty={
          <EmptyState icon={Boxes} title="No variants yet" action={add}>
            A variant has the SKU and the price. Add one to stock and sell this product.
          </EmptyState>
        }
      />
      <Suspense>
        {dialog && (
          <VariantDialog productId={product.id} variant={dialog.variant} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </Section>
  );
}
