'use client';
import { useMemo } from 'react';
import { Expiration } from '@/components/stock/batches/badges';
import { Section } from '@/components/ui/base/section';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { RowLink } from '@/components/ui/data-table/row-link';
import { formatAmount, todayIn, UNKNOWN } from '@/components/ui/format';
import type { InventoryItem } from './types';

type Lot = InventoryItem['lots'][number];
/** Units of a lot, or those that have none. */
type Row = Pick<Lot, 'package_tag' | 'expires_on' | 'quantity' | 'reserved_quantity'> & {
  id: string;
  batch_id: string | null;
};

const WITHOUT = 'Without a lot';
const column = columnsOf<Row>();

/** The units of an item by lot, and those without one; nothing for an item that doesn't use lots. */
export function ItemLots({ item, timezone }: { item: InventoryItem; timezone: string }) {
  const { unit, step } = item;
  const today = todayIn(timezone);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('batch_id', {
          header: 'Batch',
          meta: { rowHeader: true },
          cell: ({ row: { original } }) =>
            original.batch_id ? (
              <RowLink href={`/batches?q=${encodeURIComponent(original.batch_id)}`}>
                {original.batch_id}
              </RowLink>
            ) : (
              <span className="text-muted">{WITHOUT}</span>
            ),
        }),
        column.accessor('package_tag', {
          header: 'Package tag',
          meta: { card: 'detail' },
          cell: (info) => info.getValue() ?? UNKNOWN,
        }),
        column.accessor('expires_on', {
          header: 'Expires',
          meta: { card: 'detail' },
          cell: (info) => <Expiration expiresOn={info.getValue()} today={today} />,
        }),
        column.accessor('quantity', {
          header: 'On hand',
          meta: { align: 'right', card: 'badge' },
          cell: ({ getValue }) => formatAmount(getValue(), { unit, step }),
        }),
        column.accessor('reserved_quantity', {
          header: 'Reserved',
          meta: { align: 'right' },
          cell: ({ getValue }) => formatAmount(getValue(), { unit, step }),
        }),
      ]),
    [today, unit, step],
  );
  if (item.lots.length === 0) return null;
  const inLots = item.lots.reduce((sum, lot) => sum + lot.reserved_quantity, 0);
  const rows: Row[] = item.lots.map((lot) => ({ ...lot, id: lot.lot_id }));
  if (item.unassigned_quantity > 0) {
    rows.push({
      id: WITHOUT,
      batch_id: null,
      package_tag: null,
      expires_on: null,
      quantity: item.unassigned_quantity,
      reserved_quantity: Math.max(0, item.reserved_quantity - inLots),
    });
  }
  const blocked = item.available_quantity - item.sellable_quantity;
  return (
    <Section
      title="Lots"
      intro={
        blocked > 0
          ? `${formatAmount(blocked, item)} of the available units are on hold, expired or failed and can't be sold.`
          : undefined
      }
    >
      <DataTable
        caption="Lots of the item"
        columns={columns}
        rows={rows}
        getRowId={(row) => row.id}
        rowLabel={(row) => row.batch_id ?? WITHOUT}
        shortcuts={false}
        empty={null}
      />
    </Section>
  );
}
