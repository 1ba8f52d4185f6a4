'use client';
import { Lock, LockOpen, type LucideIcon, Minus, Plus } from 'lucide-react';
import { Link } from '@/components/ui/base/link';
import { TimelineItem } from '@/components/ui/base/timeline';
import { DateTime } from '@/components/ui/date-time';
import { formatAmount, formatAmountChange } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { REASON, SOURCE } from './labels';
import type { Movement } from './types';

function iconOf({ delta, reserved_delta }: Movement): LucideIcon {
  if (delta !== 0) return delta > 0 ? Plus : Minus;
  return reserved_delta > 0 ? Lock : LockOpen;
}

/** "Damage −3", or what became of a reservation. */
function titleOf(movement: Movement): string {
  const { delta, reserved_delta, reason_code } = movement;
  if (delta !== 0) return `${REASON[reason_code]} ${formatAmountChange(delta, movement)}`;
  return reserved_delta > 0
    ? `Reserved ${formatAmount(reserved_delta, movement)}`
    : `Released ${formatAmount(-reserved_delta, movement)}`;
}

function Balance({ name, after, delta, of }: { name: string; after: number; delta: number; of: Movement }) {
  return (
    <span className="whitespace-nowrap">
      {name}{' '}
      {delta === 0 ? (
        formatAmount(after, of)
      ) : (
        <>
          {formatAmount(after - delta, of)} →{' '}
          <span className="font-medium text-text">{formatAmount(after, of)}</span>
        </>
      )}
    </span>
  );
}

/** Where what caused a change can be looked at; null where it has no page, or none for this member. */
function hrefOf({ type, id, order_id }: Movement['source'], { can }: ReturnType<typeof useViewer>) {
  if (order_id) return `/orders/${order_id}`;
  if (!id || type === 'api' || type === 'dashboard') return null;
  const mayImport = can('update:inventory');
  return {
    order: `/orders/${id}`,
    sync: `/inventory/syncs?run=${id}`,
    transfer: `/inventory/transfers/${id}`,
    import: mayImport ? `/inventory/import?import=${id}` : null,
    count: mayImport ? `/inventory/count/${id}` : null,
    goods_receipt: `/inventory/receipts/${id}`,
    receipt: null,
    return: null,
    recall: null,
  }[type];
}

/** "ORD-20261129-7ZPT6C · Harbor & Pine"; what kind of source it is where it has no number. */
function Source({ source }: { source: Movement['source'] }) {
  const href = hrefOf(source, useViewer());
  const { type, number, party } = source;
  const kind = number && type !== 'order' && type !== 'goods_receipt' ? `${SOURCE[type]} of ` : '';
  const name = number ? `${kind}${number}` : SOURCE[type];
  return (
    <>
      {href ? (
        <Link href={href} className="text-link underline underline-offset-2">
          {name}
        </Link>
      ) : (
        name
      )}
      {party && ` · ${party}`}
    </>
  );
}

/** One change of stock: what, before and after, why, who, from where and when. */
export function MovementItem({ movement }: { movement: Movement }) {
  const { timezone } = useViewer().entity;
  const { delta, reserved_delta, quantity_after, reserved_after, reason_code, notes, actor, source } =
    movement;
  return (
    <TimelineItem
      icon={iconOf(movement)}
      title={titleOf(movement)}
      meta={<DateTime value={movement.created_at} timezone={timezone} />}
    >
      <p className="flex flex-wrap gap-x-4 text-sm tabular-nums">
        <Balance name="Quantity" after={quantity_after} delta={delta} of={movement} />
        <Balance name="Reserved" after={reserved_after} delta={reserved_delta} of={movement} />
      </p>
      {notes && <p className="mt-1 text-text">“{notes}”</p>}
      <p className="text-sm">
        {actor.name} · <Source source={source} />
        {delta === 0 && ` · ${REASON[reason_code]}`}
      </p>
    </TimelineItem>
  );
}
