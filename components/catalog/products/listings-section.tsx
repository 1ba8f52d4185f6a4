'use client';
import { useMemo, useState } from 'react';
import { ActiveBadge } from '@/components/ui/base/active-badge';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { RowLink } from '@/components/ui/data-table/row-link';
import { MONEY } from '@/components/ui/data-table/values';
import { trpc } from '@/components/ui/providers/trpc';
import { LISTED } from './list';
import { OfferedBadge } from './offered-badge';
import { type ResaleAct, ResaleButtons } from './resale-buttons';
import { ResaleDialogs } from './resale-dialogs';
import type { Listing } from './types';

const column = columnsOf<Listing>();
const labelOf = ({ product_name, variant_name }: Listing) => `${product_name} ${variant_name}`;

/** What the business resells of others; nothing until there is some. */
export function ListingsSection({ editable }: { editable: boolean }) {
  const { data } = trpc.listings.list.useQuery(LISTED);
  const [current, setCurrent] = useState<ResaleAct | null>(null);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(labelOf, {
          id: 'product',
          header: 'Product',
          meta: { rowHeader: true, className: 'wraps' },
          cell: ({ row: { original }, getValue }) => (
            <RowLink href={`/products/${original.product_id}`}>{getValue()}</RowLink>
          ),
        }),
        column.accessor('sku', { header: 'Your SKU', meta: { card: 'detail' } }),
        column.accessor('wholesale_price', {
          header: 'Your price',
          ...MONEY,
          meta: { align: 'right', card: 'detail' },
        }),
        column.accessor('active', {
          header: 'Status',
          meta: { card: 'badge' },
          cell: ({ row: { original } }) => (
            <span className="inline-flex flex-wrap gap-1">
              <ActiveBadge active={original.active} />
              <OfferedBadge visibility={original.visibility} />
            </span>
          ),
        }),
        ...(editable
          ? [
              actionsColumn<Listing>((original) => (
                <ResaleButtons
                  resale={{
                    variant: {
                      id: original.variant_id,
                      label: labelOf(original),
                      sku: original.sku,
                      wholesale_price: null,
                      unit: original.unit,
                      step: original.step,
                    },
                    listing: original,
                  }}
                  onAct={setCurrent}
                />
              )),
            ]
          : []),
      ]),
    [editable],
  );
  if (!data || data.data.length === 0) return null;
  return (
    <div className="mt-8">
      <ListSection
        id="listings"
        title="Products you resell"
        procedure={trpc.listings.list}
        input={LISTED}
        columns={columns}
        rowLabel={labelOf}
        rowId={({ variant_id }) => variant_id}
        empty={null}
      />
      <ResaleDialogs current={current} onClose={() => setCurrent(null)} />
    </div>
  );
}
