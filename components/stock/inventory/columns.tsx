'use client';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf, type DataTableColumns } from '@/components/ui/data-table/columns';
import { formatAmount, formatMoney, UNKNOWN } from '@/components/ui/format';
import { AdjustButton } from './adjust-button';
import { ROOM } from './labels';
import { balanceAt, LEVEL_ROOMS, levelName, mainRoom, unsellableUnits } from './level';
import { LotsToggle } from './level-lots';
import { LevelsButton } from './levels-button';
import { StockBadge } from './stock-badge';
import type { RoomType, StockLevel } from './types';

const column = columnsOf<StockLevel>();

type ColumnOptions = {
  canAdjust: boolean;
  /** The room that the list is filtered by. */
  room: RoomType | null;
  /** The secret menu has a column in a business that uses it. */
  secretMenu: boolean;
  /** A business with one location needs no column that repeats it. */
  places: boolean;
  /** Rows are those of a table: lots open from a row's actions, elsewhere from its name. */
  wide: boolean;
};

const itemHref = (level: StockLevel, room: RoomType | null) =>
  `/inventory/${level.rooms[mainRoom(level, room)].inventory_id}`;

const receiveHref = ({ product, variant, location }: StockLevel) =>
  `/inventory/receipts/new?product=${product.id}&variant=${variant.id}&location_id=${location.id}`;

function RoomCell({
  level,
  room,
  first,
  canAdjust,
}: {
  level: StockLevel;
  room: RoomType;
  /** `E` on the row belongs to it. */
  first: boolean;
  canAdjust: boolean;
}) {
  const item = balanceAt(level, room);
  if (!item) {
    return <span className="text-muted">{UNKNOWN}</span>;
  }
  return (
    <>
      {item.quantity === 0 ? <span className="text-muted">0</span> : formatAmount(item.quantity, item)}
      {canAdjust && (
        <AdjustButton
          item={item}
          place={`${level.location.name} · ${ROOM[room]}`}
          shape="cell"
          first={first}
        />
      )}
    </>
  );
}

/** Why less is available than the rooms hold. */
function Unsellable({ units, of }: { units: number; of: StockLevel }) {
  if (units === 0) return null;
  return (
    <span className="text-destructive" title="On hold, expired or failed its test">
      {formatAmount(units, of)} unsellable
    </span>
  );
}

/** "12 / 48": at what the location reorders it, and up to what. */
function wantedText({ reorder_point, par, ...level }: StockLevel): string {
  if (reorder_point === null && par === null) return UNKNOWN;
  const [at, to] = [reorder_point, par].map((units) =>
    units === null ? UNKNOWN : formatAmount(units, level),
  );
  return `${at} / ${to}`;
}

/** The columns of the inventory list: a column for each room. */
export function levelColumns({
  canAdjust,
  room: filtered,
  secretMenu,
  places,
  wide,
}: ColumnOptions): DataTableColumns<StockLevel> {
  const rooms = LEVEL_ROOMS.filter((room) => room !== 'secret_menu' || secretMenu);
  return column.columns([
    column.accessor(levelName, {
      id: 'product',
      header: 'Product',
      meta: { rowHeader: true, sortKey: 'product_name', alsoSort: { key: 'sku', label: 'SKU' } },
      cell: ({ row: { original } }) => (
        <ItemCell
          goods={{
            product_id: original.product.id,
            product_name: original.product.name,
            variant_name: original.variant.name,
            sku: original.variant.sku,
            category: original.product.category,
            image: original.product.image,
          }}
          href={itemHref(original, filtered)}
          opensRow
          note={
            <>
              <Unsellable units={unsellableUnits(original)} of={original} />
              {!wide && <LotsToggle level={original} />}
            </>
          }
        />
      ),
    }),
    ...(places
      ? [
          column.accessor(({ location }) => location.name, {
            id: 'location',
            header: 'Location',
            meta: { card: 'detail' as const, className: 'px-2 wraps' },
          }),
        ]
      : []),
    ...rooms.map((room) =>
      // A room that none of the page's variants has been in says nothing.
      column.accessor(({ rooms: { [room]: balance } }) => (balance.inventory_id ? balance.quantity : null), {
        id: room,
        header: ROOM[room],
        meta: {
          align: 'right' as const,
          saysNone: room === filtered,
          className: 'amount',
          card: room === 'vault' || room === 'sales_floor' ? ('detail' as const) : ('line' as const),
          hideEmpty: true,
        },
        cell: ({ row: { original } }) => (
          <RoomCell
            level={original}
            room={room}
            first={mainRoom(original, filtered) === room}
            canAdjust={canAdjust}
          />
        ),
      }),
    ),
    column.accessor('reserved_quantity', {
      header: 'Reserved',
      meta: {
        align: 'right',
        sortKey: 'reserved_quantity',
        hideBelow: 'xl',
        className: 'px-2',
      },
      cell: ({ row: { original } }) => formatAmount(original.reserved_quantity, original),
    }),
    column.accessor('sellable_quantity', {
      header: 'Available',
      meta: {
        ...{ align: 'right', card: 'badge', leaves: 'last' },
        ...{ sortKey: 'sellable_quantity', className: 'px-2 font-semibold' },
      },
      cell: ({ row: { original } }) => (
        <>
          {original.low && (
            <span className="mr-2 inline-flex align-middle">
              <StockBadge available={original.sellable_quantity} low short />
            </span>
          )}
          {formatAmount(original.sellable_quantity, original)}
        </>
      ),
    }),
    column.accessor('par', {
      header: 'Reorder at / par',
      meta: { align: 'right', hideBelow: 'xl', card: 'line', className: 'px-2' },
      cell: ({ row: { original } }) =>
        canAdjust ? <LevelsButton level={original} text={wantedText(original)} /> : wantedText(original),
    }),
    column.accessor('average_cost', {
      header: 'Cost',
      meta: {
        align: 'right',
        sortKey: 'average_cost',
        hideBelow: '2xl',
        optional: true,
        className: 'px-2',
      },
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    column.accessor('value', {
      header: 'Value',
      meta: { align: 'right', hideBelow: '2xl', className: 'px-2' },
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    actionsColumn<StockLevel>(
      (original) => (
        <>
          {wide && <LotsToggle level={original} isIcon />}
          {canAdjust && original.low && (
            <a
              data-soft
              href={receiveHref(original)}
              aria-label={`Receive ${levelName(original)}`}
              title="Receive goods"
              className="history-link"
              data-act="receive"
            >
              Receive
            </a>
          )}
          <a
            data-soft
            href={`${itemHref(original, filtered)}#history`}
            aria-label={`History of ${levelName(original)}`}
            title="History"
            className="history-link"
          >
            History
          </a>
        </>
      ),
      { className: 'pl-1 last:pr-2' },
    ),
  ]);
}
