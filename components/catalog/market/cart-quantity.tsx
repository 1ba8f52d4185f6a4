'use client';
import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { stepText } from '@/components/catalog/pricing/price-notes';
import { cartKey, cartOf, lineOf, MAX_LINES } from '@/components/orders/cart/cart';
import { useCart } from '@/components/orders/cart/use-cart';
import type { Offer } from '@/components/orders/types';
import { IconButton } from '@/components/ui/base/icon-button';
import { showFailure } from '@/components/ui/base/toast';
import { sayLimited } from './limited';

const MAX_UNITS = 1_000_000;

/** Enter goes to the quantity of the next row, as in a spreadsheet. */
function moveDown(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-cart-quantity]')].filter(
    (field) => field.offsetParent !== null,
  );
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (!next) event.currentTarget.blur();
  next?.focus();
  next?.select();
}

/** The row's quantity in the cart: empty until something is typed, and gone from the cart once it is emptied. */
export function CartQuantity({ offer, supplier }: { offer: Offer; supplier: { id: string; name: string } }) {
  const { cart, put, setQuantity, remove } = useCart();
  const [isOff, setOff] = useState(false);
  const line = cartOf(cart, supplier.id)?.lines.find(({ variant_id }) => variant_id === offer.variant_id);
  // It may be for one store alone.
  const key = line ? cartKey(line) : offer.variant_id;
  const name = `${offer.product_name} ${offer.variant_name}`;
  if (offer.available_quantity <= 0 && !line) {
    return <span className="text-muted text-sm">Unavailable</span>;
  }
  // Of what has sold out since, the line stays until the buyer takes it out.
  const { case_size } = offer;
  const most = Math.min(offer.available_quantity || (line?.quantity ?? 0), MAX_UNITS);
  const max = Math.floor(most / case_size) * case_size;

  const change = (quantity: number | null) => {
    setOff(quantity !== null && !Number.isInteger(quantity));
    if (!Number.isInteger(quantity)) return;
    // An emptied field may be on its way to another number: it counts when it is left.
    if (quantity === null || quantity < 1 || quantity > MAX_UNITS) return;
    if (line) {
      setQuantity(supplier.id, key, quantity);
      return;
    }
    const added = put(supplier, [lineOf(offer, quantity)]);
    if (!added) showFailure('The cart is full', `One order takes ${MAX_LINES} items. Place this one first.`);
  };
  return (
    <span className="cart-quantity" data-in-cart={line !== undefined || undefined}>
      <AmountInput
        strict
        goods={offer}
        aria-invalid={isOff || undefined}
        data-cart-quantity
        value={line?.quantity ?? null}
        onValueChange={(quantity) => {
          // The step button at 1 takes the line out.
          if (quantity === 0 && line) remove(supplier.id, key);
          else change(quantity);
        }}
        onKeyDown={moveDown}
        onBlur={({ target }) => {
          if (line && target.value.trim() === '') remove(supplier.id, key);
        }}
        min={0}
        max={max}
        caseSize={case_size}
        onLimited={(most) => sayLimited(name, most, offer)}
        stepLabel={`quantity of ${name}`}
        increaseShortcut="a"
        aria-label={`Quantity of ${name}`}
      />
      {isOff && (
        <span role="alert" className="text-destructive text-xs">
          {stepText(offer)}
        </span>
      )}
      {line && (
        <IconButton
          icon={Trash2}
          size="sm"
          label={`Remove ${name} from the cart`}
          tooltip="Remove from the cart"
          onClick={() => remove(supplier.id, key)}
        />
      )}
    </span>
  );
}
