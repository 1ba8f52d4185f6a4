'use client';
import { useState } from 'react';
import type { LocationList, Order, Shortage } from '@/components/orders/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { todayIn } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useViewer } from '@/components/ui/providers/viewer';
import type { CartLine, SupplierCart } from './cart';
import { CartLines } from './cart-lines';
import { CartTotals } from './cart-totals';
import { asksShortage, checkDelivery, problemOf } from './checks';
import { DeliveryFields } from './delivery-fields';
import { ShortageField } from './shortage-field';
import { useCart } from './use-cart';
import { usePlaceOrder } from './use-place-order';
import { useQuote } from './use-quote';

/** The order-to-be with one supplier: lines, delivery, totals, and the button that places it. */
export function SupplierSection({
  cart,
  locations,
  alone,
  onPlaced,
}: {
  cart: SupplierCart;
  locations: LocationList['data'];
  /** The only supplier in the cart: its button needs no name. */
  alone: boolean;
  onPlaced: (order: Order, lines: readonly CartLine[], shortage: Shortage) => void;
}) {
  const { supplier } = cart;
  const { setDelivery } = useCart();
  const { timezone } = useViewer().entity;
  const [shortage, setShortage] = useState<Shortage>('reject');
  const [tried, setTried] = useState(false);
  const today = todayIn(timezone);
  const errors = checkDelivery(cart, today);
  // A location that was chosen and is gone gives way to the first.
  const location = locations.find(({ id }) => id === cart.location_id) ?? locations[0];
  const { quote, connected, current, error, reread } = useQuote({ wholesaler_id: supplier.id }, cart.lines, {
    shortage,
    deliveryDate: errors.delivery_date ? null : cart.delivery_date,
    locationId: location?.id ?? null,
  });
  const { place, pending, rejection } = usePlaceOrder({
    cart,
    locationId: location?.id ?? null,
    shortage,
    quote,
    current,
    reread,
    onPlaced: (order, lines) => onPlaced(order, lines, shortage),
  });
  const ended = !connected || (error && failureOf(error)?.code === 'NOT_FOUND');
  const unread = ended
    ? `You're no longer connected with ${supplier.name}. Reconnect to order.`
    : error && "Couldn't check prices and stock. They are from when you added the items.";
  const notice = rejection ?? (unread || problemOf(quote));
  return (
    <section aria-label={`Cart for ${supplier.name}`}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold text-lg">{supplier.name}</h2>
        <Link
          href={`/market/${supplier.id}`}
          className="rounded-sm text-link underline-offset-4 hover:underline"
        >
          Add more items
        </Link>
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <CartLines cart={cart} quoted={quote?.lines ?? null} shortage={shortage} onShortage={setShortage} />
        </div>
        <Card title="Delivery">
          <DeliveryFields
            delivery={cart}
            locationId={location?.id ?? null}
            locations={locations}
            today={today}
            dates={quote?.next_delivery_dates}
            errors={errors}
            showErrors={tried}
            onChange={(change) => setDelivery(supplier.id, change)}
          />
          {asksShortage(cart.lines, quote?.lines ?? null, shortage) && (
            <ShortageField value={shortage} onValueChange={setShortage} />
          )}
          <div className="mt-5 border-border border-t pt-4">
            <CartTotals quote={quote} current={current} />
            <div className="mt-3 text-sm empty:hidden">
              <FormAlert message={notice} />
            </div>
            <Button
              variant="primary"
              size="lg"
              className="mt-4 w-full"
              pending={pending}
              onClick={() => {
                setTried(true);
                if (Object.keys(errors).length === 0) void place();
              }}
            >
              Place order{!alone && <span className="sr-only"> with {supplier.name}</span>}
            </Button>
          </div>
        </Card>
      </div>
    </section>
  );
}
