'use client';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { Entity } from '@/components/business/types';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { breakText, inCases } from '@/components/catalog/pricing/ladder';
import { lineCents, withAmount } from '@/components/catalog/pricing/line-total';
import { stepText } from '@/components/catalog/pricing/price-notes';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { Popover } from '@/components/ui/base/popover';
import { formatAmount, formatMoney, formatPercentage } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { failureOf, reasonOf, shortagesOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { OverrideFields } from './override-fields';
import { shipsShort } from './short-line';
import type { Order, OrderItem, Override } from './types';

/** What QuantityEditor opens. */
export function QuantityPanel({
  trigger,
  order,
  item,
  reduceOnly,
  sells,
  packs,
}: {
  trigger: ReactElement;
  order: Order;
  item: OrderItem;
  reduceOnly: boolean;
  /** May put on backorder what it takes off. */
  sells: boolean;
  /** Says what was packed, up to the business's tolerance above what was ordered. */
  packs: boolean;
}) {
  const [open, setOpen] = useState(true);
  const [quantity, setQuantity] = useState<number | null>(item.quantity);
  const { data: entity } = trpc.entity.get.useQuery({}, { enabled: packs });
  const [override, setOverride] = useState<readonly Override[]>([]);
  const change = trpc.orders.changeItem.useMutation({ onSuccess: () => setOpen(false) });
  const lowers = reduceOnly && !packs;
  const rule = ruleOf(item, quantity, lowers);
  const [rejection, fix] = rejectionOf(change.error, item, quantity);
  const save = (backorder?: true) => {
    if (rule || quantity === null || change.isPending) return;
    if (quantity === item.quantity) return setOpen(false);
    const passed = override.length > 0 && { override: [...override] };
    change.mutate({ id: order.id, item_id: item.id, quantity, backorder, ...passed });
  };
  const wanted = rule ? null : quantity;
  const short = sells && !packs ? lessThan(item, wanted) : null;
  const name = packs ? 'Packed amount' : 'Quantity';
  return (
    <Popover
      label={`${name} of ${item.product_name}`}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setQuantity(item.quantity);
        setOverride([]);
        change.reset();
      }}
      align="end"
      className="w-72"
      trigger={trigger}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        className="flex flex-col gap-3"
      >
        <Field label={name} error={rule ?? rejection} hint={packs && toleranceText(entity)}>
          <AmountInput
            strict
            goods={item}
            value={quantity}
            onValueChange={(next) => {
              // Leaving the field says it again: the way out that an error offers has to stay until it is clicked.
              if (next === quantity) return;
              setQuantity(next);
              if (change.error) change.reset();
            }}
            stepLabel={name.toLowerCase()}
            min={1}
            max={lowers ? item.quantity : 1_000_000}
            autoFocus
          />
        </Field>
        {wanted !== null && (
          <ChangedPrice item={item} quantity={wanted}>
            {!packs && <span className="block">{moreText(item, wanted, reduceOnly)}</span>}
          </ChangedPrice>
        )}
        {sells && (
          <OverrideFields
            problems={[{ reason: reasonOf(change.error) }]}
            value={override}
            onChange={setOverride}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {short !== null && (
            <Button size="sm" disabled={change.isPending} onClick={() => save(true)}>
              {shipsShort(short, item)}
            </Button>
          )}
          {fix !== null && (
            <Button
              size="sm"
              onClick={() => {
                setQuantity(fix);
                change.reset();
              }}
            >
              Set to {formatAmount(fix, item)}
            </Button>
          )}
          <Button type="submit" size="sm" variant="primary" pending={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Popover>
  );
}

/** What a line comes to with another quantity. */
function ChangedPrice({
  item,
  quantity,
  children,
}: {
  item: OrderItem;
  quantity: number;
  children: ReactNode;
}) {
  const after = withAmount(item, quantity);
  return (
    <p className="text-muted text-sm tabular-nums">
      {formatAmount(item.quantity, item)} → {formatAmount(quantity, item)} ·{' '}
      {formatMoney(lineCents(after) / 100)}
      {after.unit_price !== item.unit_price && (
        <span className="block">
          {formatMoney(item.unit_price)} → {formatMoney(after.unit_price)} each
        </span>
      )}
      {children}
    </p>
  );
}

/** A quantity that takes something off a line; null for any other. */
const lessThan = (item: OrderItem, quantity: number | null): number | null =>
  quantity !== null && quantity < item.quantity ? quantity : null;

/** How much more than ordered may be packed. */
function toleranceText(entity: Entity | undefined): string {
  const tolerance = entity?.settings.weight_tolerance_bps ?? 0;
  return tolerance > 0
    ? `At most ${formatPercentage(tolerance / 100)} more than ordered.`
    : 'At most what was ordered.';
}

/** What more would cost, where there may be more and its price follows from its amount. */
const moreText = (item: OrderItem, quantity: number, reduceOnly: boolean) =>
  reduceOnly || item.price_source === 'manual' || item.sample
    ? null
    : breakText(item.price_ladder, quantity, item);

/** What is wrong with what was typed. */
function ruleOf(item: OrderItem, quantity: number | null, reduceOnly: boolean): string | undefined {
  if (quantity !== null && !Number.isInteger(quantity)) return `${stepText(item)}.`;
  if (quantity === null || quantity < 1)
    return `Enter at least ${formatAmount(1, item)}, or remove the item.`;
  if (!reduceOnly || quantity <= item.quantity) return undefined;
  return `You can lower it, but not raise it above ${formatAmount(item.quantity, item)}.`;
}

/** Why the server rejected a quantity, and the one that it would take; null without one. */
function rejectionOf(
  error: unknown,
  item: OrderItem,
  quantity: number | null,
): [text: string | undefined, fix: number | null] {
  const left = shortagesOf(error).find(({ variant_id }) => variant_id === item.variant_id)?.available;
  if (left !== undefined) {
    const most = item.quantity + left;
    return [`Only ${formatAmount(most, item)} available.`, left > 0 ? most : null];
  }
  const details = failureOf(error)?.details;
  if (details?.reason === 'weight_tolerance' && typeof details.most === 'number') {
    const ordered = typeof details.ordered === 'number' ? details.ordered : item.quantity;
    const most = formatAmount(details.most, item);
    return [`At most ${most} can be packed: ${formatAmount(ordered, item)} was ordered.`, details.most];
  }
  const size = details?.reason === 'case_multiple' ? caseSizeIn(details) : null;
  if (size && quantity) return [`Sold in cases of ${formatAmount(size, item)}.`, inCases(quantity, size)];
  return [errorTextOf(error), null];
}

function caseSizeIn({ lines }: Record<string, unknown>): number | null {
  const [line] = Array.isArray(lines) ? (lines as { case_size?: unknown }[]) : [];
  return typeof line?.case_size === 'number' ? line.case_size : null;
}
