'use client';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { todayIn } from '@/components/format';
import { failureOf } from '@/components/forms/failure';
import type { LocationList, Order, Shortage } from '@/components/orders/types';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Select } from '@/components/ui/select';
import type { CartLine, SupplierCart } from './cart';
import { CartLines } from './cart-lines';
import { CartTotals } from './cart-totals';
import { checkDelivery, checkLine } from './checks';
import { DeliveryFields } from './delivery-fields';
import { useCart } from './use-cart';
import { usePlaceOrder } from './use-place-order';
import { useQuote } from './use-quote';

const SHORTAGES: readonly { value: Shortage; label: string }[] = [
  { value: 'reject', label: "Don't place the order" },
  { value: 'backorder', label: 'Backorder what is missing' },
  { value: 'partial', label: 'Leave out what is missing' },
];

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
  onPlaced: (order: Order, lines: readonly CartLine[]) => void;
}) {
  const { supplier } = cart;
  const { setDelivery } = useCart();
  const { timezone } = useViewer().entity;
  const [shortage, setShortage] = useState<Shortage>('reject');
  const { quote, connected, current, error, reread } = useQuote(
    { wholesaler_id: supplier.id },
    cart.lines,
    shortage,
  );
  const [tried, setTried] = useState(false);
  const today = todayIn(timezone);
  const errors = checkDelivery(cart, today);
  // A location that was chosen and is gone gives way to the first.
  const location = locations.find(({ id }) => id === cart.location_id) ?? locations[0];
  const { place, pending, rejection } = usePlaceOrder({
    cart,
    locationId: location?.id ?? null,
    shortage,
    quote,
    current,
    reread,
    onPlaced,
  });
  const ended = !connected || (error && failureOf(error)?.code === 'NOT_FOUND');
  const unread = ended
    ? `You're no longer connected with ${supplier.name}. Reconnect to order.`
    : error && "Couldn't check prices and stock. They are from when you added the items.";
  const problems = quote?.problems.filter(({ index }) => index === null).map(({ message }) => message);
  const isShort = cart.lines.some((line) => checkLine(line, quote?.lines ?? null).problem === 'short');
  const notice = rejection ?? (unread || problems?.join(' '));
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
          <CartLines cart={cart} quoted={quote?.lines ?? null} shortage={shortage} />
        </div>
        <Card title="Delivery">
          <DeliveryFields
            delivery={cart}
            locationId={location?.id ?? null}
            locations={locations}
            today={today}
            errors={errors}
            showErrors={tried}
            onChange={(change) => setDelivery(supplier.id, change)}
          />
          {isShort && (
            <div className="mt-4">
              <Field label="If stock is short">
                <Select options={SHORTAGES} value={shortage} onValueChange={setShortage} />
              </Field>
            </div>
          )}
          <div className="mt-5 border-border border-t pt-4">
            <CartTotals quote={quote} current={current} />
            <div role="alert">
              {notice && (
                <p className="mt-3 flex items-start gap-2 rounded-lg bg-tint-danger px-3 py-2.5 text-on-tint-danger text-sm">
                  <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                  {notice}
                </p>
              )}
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
