'use client';
import { Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { goodsName } from '@/components/stock/receiving/draft';
import { Button } from '@/components/ui/base/button';
import { Section } from '@/components/ui/base/section';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatAmount, UNKNOWN } from '@/components/ui/format';
import type { Made } from './use-packaging';

const LabelsDialog = lazy(() =>
  import('@/components/stock/inventory/label-sheet').then((m) => ({ default: m.LabelsDialog })),
);

const column = columnsOf<Made>();
const COLUMNS = column.columns([
  column.accessor(({ goods }) => goodsName(goods), {
    id: 'goods',
    header: 'Goods',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => <ItemCell goods={original.goods} />,
  }),
  column.accessor('units', {
    header: 'Amount',
    meta: { align: 'right', card: 'badge' },
    cell: ({ row: { original } }) => formatAmount(original.units, original.goods),
  }),
  column.accessor('batch', { header: 'Batch', meta: { card: 'detail' } }),
  column.accessor(({ tag }) => tag ?? UNKNOWN, { id: 'tag', header: 'Package tag' }),
  column.accessor('usedText', { header: 'Used', meta: { align: 'right', card: 'detail', named: true } }),
]);

/** The packages that were made of the source, with labels for them. */
export function MadeTable({ made }: { made: readonly Made[] }) {
  const [isPrinting, setIsPrinting] = useState(false);
  return (
    <Section
      title="Packages made"
      actions={
        <Button onClick={() => setIsPrinting(true)}>
          <Printer aria-hidden />
          Print labels
        </Button>
      }
    >
      <DataTable
        caption="Packages made"
        columns={COLUMNS}
        rows={made}
        getRowId={({ lotId }) => lotId}
        rowLabel={({ goods }) => goodsName(goods)}
        empty={null}
        error={null}
      />
      <Suspense>
        {isPrinting && (
          <LabelsDialog
            labels={made.map(({ label }) => label)}
            description="One label per package, with its tag or SKU as a QR code."
            onClose={() => setIsPrinting(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}
