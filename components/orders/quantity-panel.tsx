'use client';
import { type ReactElement, useState } from 'react';
import { formatAmount, formatMoney } from '@/components/format';
import { errorTextOf } from '@/components/forms/error-text';
import { shortagesOf } from '@/components/forms/failure';
import { AmountInput } from '@/components/goods/amount-input';
import { trpc } from '@/components/providers/trpc';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Popover } from '@/components/ui/popover';
import { shipsShort } from './short-line';
import type { Order, OrderItem } from './types';

/** What QuantityEditor opens. */
export function QuantityPanel({
  trigger,
  order,
  item,
  reduceOnly,
  sells,
}: {
  trigger: ReactElement;
  order: Order;
  item: OrderItem;
  reduceOnly: boolean;
  /** May put on backorder what it takes off. */
  sells: boolean;
}) {
  const [open, setOpen] = useState(true);
  const [quantity, setQuantity] = useState<number | null>(item.quantity);
  const change = trpc.orders.changeItem.useMutation({ onSuccess: () => setOpen(false) });
  const more = shortagesOf(change.error).find(({ variant_id }) => variant_id === item.variant_id)?.available;
  const rule =
    quantity === null || quantity < 1
      ? `Enter at least ${formatAmount(1, item)}, or remove the item.`
      : reduceOnly && quantity > item.quantity
        ? `You can lower it, but not raise it above ${formatAmount(item.quantity, item)}.`
        : undefined;
  const rejection =
    more !== undefined
      ? `Only ${formatAmount(item.quantity + more, item)} available.`
      : errorTextOf(change.error);
  const save = (backorder?: true) => {
    if (rule || quantity === null || change.isPending) return;
    if (quantity === item.quantity) return setOpen(false);
    change.mutate({ id: order.id, item_id: item.id, quantity, backorder });
  };
  const isShort = sells && !rule && quantity !== null && quantity < item.quantity;
  return (
    <Popover
      label={`Quantity of ${item.product_name}`}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setQuantity(item.quantity);
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
        <Field label="Quantity" error={rule ?? rejection}>
          <AmountInput
            goods={item}
            value={quantity}
            onValueChange={(next) => {
              setQuantity(next);
              if (change.error) change.reset();
            }}
            stepLabel="quantity"
            min={1}
            max={reduceOnly ? item.quantity : 1_000_000}
            autoFocus
          />
        </Field>
        <p className="text-muted text-sm tabular-nums">
          {formatAmount(item.quantity, item)} → {formatAmount(quantity, item)} ·{' '}
          {formatMoney((quantity ?? 0) * (item.step ?? 1) * item.unit_price)}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          {isShort && (
            <Button size="sm" disabled={change.isPending} onClick={() => save(true)}>
              {shipsShort(quantity, item)}
            </Button>
          )}
          {more !== undefined && more > 0 && (
            <Button size="sm" onClick={() => setQuantity(item.quantity + more)}>
              Set to {formatAmount(item.quantity + more, item)}
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
