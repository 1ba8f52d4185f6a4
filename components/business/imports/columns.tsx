'use client';
import { CircleAlert, CircleCheck, Equal, Info, Pencil, Plus } from 'lucide-react';
import { ROOM } from '@/components/stock/inventory/labels';
import { Badge, type BadgeTone } from '@/components/ui/base/badge';
import { columnsOf, type DataTableColumns } from '@/components/ui/data-table/columns';
import {
  formatAmount,
  formatAmountChange,
  formatCount,
  formatDate,
  formatNumber,
  UNKNOWN,
} from '@/components/ui/format';
import { FixCells } from './fixes';
import { changedName, isOfStock } from './labels';
import type { ImportKind, ImportLine, Outcome } from './types';

const column = columnsOf<ImportLine>();

/** Kinds whose lines are of customers. */
const OF_CUSTOMERS: readonly ImportKind[] = ['customers', 'opening_balances', 'orders'];

const OUTCOME: Record<Outcome, { label: string; tone: BadgeTone; icon: typeof Plus }> = {
  create: { label: 'New', tone: 'success', icon: Plus },
  update: { label: 'Update', tone: 'info', icon: Pencil },
  adjust: { label: 'Adjust', tone: 'info', icon: Pencil },
  unchanged: { label: 'Unchanged', tone: 'neutral', icon: Equal },
  closed: { label: 'Closed', tone: 'neutral', icon: Equal },
  error: { label: 'Problem', tone: 'danger', icon: CircleAlert },
};

function OutcomeBadge({ line }: { line: ImportLine }) {
  const { label, tone, icon } = OUTCOME[line.outcome];
  return (
    <Badge tone={tone} icon={line.applied && line.outcome !== 'unchanged' ? CircleCheck : icon}>
      {label}
    </Badge>
  );
}

/** Fields of a line that are shown at once. */
const MOST_SHOWN = 6;

/** What a value is shown as: a long one by its beginning. */
function shown(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  if (typeof value === 'number') return formatNumber(value);
  return value.length > 60 ? `${value.slice(0, 60)}…` : value;
}

function StockChange({ line: { before, after } }: { line: ImportLine }) {
  // Goods by weight have an amount beside.
  const unit = typeof after?.unit === 'string' ? after.unit : null;
  const key = unit ? 'amount' : 'quantity';
  const [was, is] = [before?.[key] ?? 0, after?.[key]];
  if (typeof was !== 'number' || typeof is !== 'number') return UNKNOWN;
  const goods = { unit, step: unit ? 1 : null };
  return (
    <span className="whitespace-nowrap">
      {formatAmount(was, goods)} → {formatAmount(is, goods)}{' '}
      {is !== was && <span className="font-semibold">({formatAmountChange(is - was, goods)})</span>}
    </span>
  );
}

function ProductChange({ line: { outcome, before, after } }: { line: ImportLine }) {
  if (!after) return UNKNOWN;
  const keys = Object.keys(after).filter((key) => key !== 'name' || outcome === 'update');
  const told = keys.filter((key) => before !== null || after[key] !== null);
  const change = (key: string) => (
    <span key={key} className="mr-2 inline-block">
      <span className="text-muted">{changedName(key)}</span> {before && `${shown(before[key])} → `}
      {shown(after[key])}
    </span>
  );
  const more = told.slice(MOST_SHOWN);
  return (
    <div className="max-w-sm">
      {told.slice(0, MOST_SHOWN).map(change)}
      {more.length > 0 && (
        <details>
          <summary className="cursor-pointer text-link">{formatCount(more.length, 'more field')}</summary>
          {more.map(change)}
        </details>
      )}
    </div>
  );
}

/** What the other system has of a line, and Tallyleaf has no place for. */
function NotCarried({ line: { not_carried } }: { line: ImportLine }) {
  if (not_carried.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-link">
        {formatCount(not_carried.length, 'field')} not carried
      </summary>
      <ul className="break-words text-muted">
        {not_carried.map(({ field, value }) => (
          <li key={field}>
            <span className="font-medium">{field}</span> {shown(value)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Remark({ line }: { line: ImportLine }) {
  const { problem, note } = line;
  if (problem) return <span className="text-destructive">{problem}</span>;
  return (
    <>
      {note && (
        <span className="flex items-start gap-1.5 text-muted">
          <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {note}
        </span>
      )}
      <NotCarried line={line} />
    </>
  );
}

/** Where a line of stock is, or would be by the file. */
function placeOf({ location, room_type }: ImportLine): string {
  if (!location && !room_type) return UNKNOWN;
  const room = room_type && (ROOM[room_type as keyof typeof ROOM] ?? room_type);
  return `${location ?? UNKNOWN} · ${room ?? UNKNOWN}`;
}

/** The lot that a line of stock is of. */
function LineLot({ line: { after } }: { line: ImportLine }) {
  const { batch_id, package_tag, expires_on } = after ?? {};
  const parts = [
    batch_id && `Batch ${batch_id}`,
    package_tag && `tag ${package_tag}`,
    expires_on && `expires ${formatDate(String(expires_on))}`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return <span className="block break-words text-muted text-xs">{parts.join(', ')}</span>;
}

/**
 * The columns of an import's lines: what each does, before → after, and what is wrong with it.
 * @param fixable lines with problems alone, whose cells can be typed again
 */
export function lineColumns(kind: ImportKind, fixable: boolean): DataTableColumns<ImportLine> {
  const isStock = isOfStock(kind);
  return column.columns([
    column.accessor('line', {
      header: 'Line',
      meta: { align: 'right', className: 'px-2' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.display({
      id: 'product',
      header: OF_CUSTOMERS.includes(kind) ? 'Customer' : 'Product',
      meta: { rowHeader: true },
      cell: ({ row }) => (
        <>
          <span className="break-words">
            {row.original.product_name ?? row.original.customer_name ?? row.original.sku ?? 'Unknown'}
          </span>
          {row.original.product_name && (
            <span className="block font-normal text-muted text-xs">{row.original.sku}</span>
          )}
        </>
      ),
    }),
    column.display({
      id: 'outcome',
      header: 'Action',
      meta: { card: 'badge', className: 'px-2' },
      cell: ({ row }) => <OutcomeBadge line={row.original} />,
    }),
    ...(isStock
      ? [
          column.display({
            id: 'place',
            header: 'Where',
            meta: { className: 'px-2' },
            cell: ({ row: { original } }) => (
              <>
                {placeOf(original)}
                <LineLot line={original} />
              </>
            ),
          }),
        ]
      : []),
    ...(fixable
      ? [
          column.display({
            id: 'fix',
            header: 'Correct',
            meta: { card: 'control', className: 'px-2 md:min-w-40 md:py-2' },
            cell: ({ row }) => <FixCells line={row.original} />,
          }),
        ]
      : []),
    column.display({
      id: 'change',
      header: 'Before → after',
      meta: { align: isStock ? 'right' : 'left', className: 'whitespace-normal px-2' },
      cell: ({ row }) =>
        isStock ? <StockChange line={row.original} /> : <ProductChange line={row.original} />,
    }),
    column.display({
      id: 'remark',
      header: 'Problems and notes',
      meta: { card: 'detail', leaves: 'last', className: 'whitespace-normal px-2 md:min-w-56' },
      cell: ({ row }) => <Remark line={row.original} />,
    }),
  ]);
}
