'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cartOf, MAX_LINES } from '@/components/cart/cart';
import { useCart } from '@/components/cart/use-cart';
import type { Offer } from '@/components/orders/types';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { NumberInput } from '@/components/ui/number-input';
import { showFailure } from '@/components/ui/toast';

/** The row's quantity and one press to put it in the cart; once there, the quantity is the cart's own. */
export function AddToCart({ offer, supplier }: { offer: Offer; supplier: { id: string; name: string } }) {
  const { cart, put, setQuantity, remove } = useCart();
  const [draft, setDraft] = useState<number | null>(1);
  const line = cartOf(cart, supplier.id)?.lines.find(({ variant_id }) => variant_id === offer.variant_id);
  const name = `${offer.product_name} ${offer.variant_name}`;
  const soldOut = offer.available_quantity <= 0;
  const max = Math.max(1, Math.min(offer.available_quantity, 1_000_000));

  const add = () => {
    if (line || soldOut) return;
    const added = put(supplier, [
      {
        product_id: offer.product_id,
        variant_id: offer.variant_id,
        product_name: offer.product_name,
        variant_name: offer.variant_name,
        sku: offer.sku,
        unit_price: offer.wholesale_price,
        quantity: Math.min(Math.max(1, draft ?? 1), max),
      },
    ]);
    if (!added) showFailure('The cart is full', `One order takes ${MAX_LINES} items. Place this one first.`);
  };
  const change = (quantity: number | null) => {
    if (!line) setDraft(quantity);
    else if (quantity !== null && quantity >= 1 && quantity <= 1_000_000) {
      setQuantity(supplier.id, offer.variant_id, quantity);
    }
  };
  if (soldOut && !line) return <span className="text-muted text-sm">Unavailable</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <NumberInput
        value={line ? line.quantity : draft}
        onValueChange={change}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add();
        }}
        min={1}
        max={Math.max(max, line?.quantity ?? 1)}
        stepLabel={`quantity of ${name}`}
        aria-label={`Quantity of ${name}`}
        className={cn('h-8 w-36 border-border', line && 'border-primary bg-selected')}
      />
      <span className="inline-flex w-18 justify-end">
        {line ? (
          <IconButton
            icon={Trash2}
            size="sm"
            label={`Remove ${name} from the cart`}
            tooltip="Remove from the cart"
            onClick={() => {
              setDraft(1);
              remove(supplier.id, offer.variant_id);
            }}
          />
        ) : (
          <Button size="sm" data-shortcut="a" onClick={add} aria-label={`Add ${name} to the cart`}>
            <Plus aria-hidden />
            Add
          </Button>
        )}
      </span>
    </span>
  );
}
