'use client';
import { useEffect, useState } from 'react';
import type { LocationList, Order, Shortage } from '@/components/orders/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { formatCount, formatMoney, todayIn } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useViewer } from '@/components/ui/providers/viewer';
import { type CartLine, cartKey } from './cart';
import { CartLines } from './cart-lines';
import { CartTotals } from './cart-totals';
import { asksShortage, checkDelivery, problemOf } from './checks';
import { DeliveryFields } from './delivery-fields';
import { type OrderGroup, storeOf } from './groups';
import { ShortageField } from './shortage-field';
import { useCart } from './use-cart';
import { usePlaceOrder } from './use-place-order';
import { useQuote } from './use-quote';

/** What a section knows of its order: its total in US dollars, null until it was priced, and whether that is of the lines as they are. */
export type Priced = { total: number | null; current: boolean };

/** The order-to-be with one supplier for one store: lines, delivery, totals, and the button that places it alone. */
export function SupplierSection({
  group: { key, cart, store },
  locations,
  alone,
  tried: asked,
  failure,
  onPriced,
  onPlaced,
}: {
  group: OrderGroup;
  locations: LocationList['data'];
  /** The only order of the page: its button needs no name, and nothing is folded. */
  alone: boolean;
  /** Whether an attempt was made to place all orders: every error shows then. */
  tried: boolean;
  /** Why it wasn't placed with the others. */
  failure: string | undefined;
  onPriced: (key: string, priced: Priced) => void;
  onPlaced: (order: Order, lines: readonly CartLine[], shortage: Shortage) => void;
}) {
  const { supplier } = cart;
  const { setDelivery, moveTo } = useCart();
  const { timezone } = useViewer().entity;
  const [shortage, setShortage] = useState<Shortage>('reject');
  const [isTried, setTried] = useState(false);
  const today = todayIn(timezone);
  const errors = checkDelivery(cart, today);
  const { quote, connected, current, error, reread } = useQuote({ wholesaler_id: supplier.id }, cart.lines, {
    shortage,
    deliveryDate: errors.delivery_date ? null : cart.delivery_date,
    locationId: store?.id ?? null,
  });
  const { place, pending, rejection } = usePlaceOrder({
    cart,
    locationId: store?.id ?? null,
    isOf: (line, now) => storeOf(now, line, locations)?.id === store?.id,
    shortage,
    quote,
    current,
    reread,
    onPlaced: (order, lines) => onPlaced(order, lines, shortage),
  });
  const total = quote?.total ?? null;
  useEffect(() => onPriced(key, { total, current }), [key, total, current, onPriced]);
  const ended = !connected || (error && failureOf(error)?.code === 'NOT_FOUND');
  const unread = ended
    ? `You're no longer connected with ${supplier.name}. Reconnect to order.`
    : error && "Couldn't check prices and stock. They are from when you added the items.";
  const notice = rejection ?? failure ?? (unread || problemOf(quote));
  // A cart's own store goes on being that of lines without one; the lines of a group that have one are moved.
  const moveAll = (locationId: string | null) => {
    const isWhole = cart.lines.every((line) => !line.location_id);
    if (isWhole) setDelivery(supplier.id, { location_id: locationId });
    else for (const line of cart.lines) moveTo(supplier.id, cartKey(line), locationId);
  };
  const of = alone || !store ? supplier.name : `${supplier.name}, ${store.name}`;
  const body = (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <CartLines
          cart={cart}
          store={store}
          locations={locations}
          quoted={quote?.lines ?? null}
          shortage={shortage}
          onShortage={setShortage}
        />
      </div>
      <Card title="Delivery">
        <DeliveryFields
          delivery={cart}
          locationId={store?.id ?? null}
          locations={locations}
          today={today}
          dates={quote?.next_delivery_dates}
          errors={errors}
          showErrors={isTried || asked}
          onChange={({ location_id, ...change }) => {
            if (location_id !== undefined) moveAll(location_id);
            if (Object.keys(change).length > 0) setDelivery(supplier.id, change);
          }}
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
            variant={alone ? 'primary' : 'secondary'}
            size={alone ? 'lg' : 'md'}
            className="mt-4 w-full"
            pending={pending}
            onClick={() => {
              setTried(true);
              if (Object.keys(errors).length === 0) void place();
            }}
          >
            {alone ? 'Place order' : 'Place this order alone'}
            {!alone && <span className="sr-only"> with {of}</span>}
          </Button>
        </div>
      </Card>
    </div>
  );
  const more = (
    <Link href={`/market/${supplier.id}`} className="rounded-sm text-link underline-offset-4 hover:underline">
      Add more items
    </Link>
  );
  if (alone) {
    return (
      <section aria-label={`Cart for ${supplier.name}`}>
        <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="font-semibold text-lg">{supplier.name}</h2>
          {more}
        </div>
        {body}
      </section>
    );
  }
  return (
    <section aria-label={`Cart for ${of}`}>
      <details open className="group">
        <summary className="mb-2 cursor-pointer rounded-sm">
          <h2 className="inline font-semibold text-lg">{supplier.name}</h2>{' '}
          <span className="text-muted tabular-nums">
            {store && `${store.name} · `}
            {formatCount(cart.lines.length, 'item')} · {formatMoney(total)}
          </span>
          {notice && <span className="block text-destructive text-sm group-open:hidden">{notice}</span>}
        </summary>
        <p className="mb-2">{more}</p>
        {body}
      </details>
    </section>
  );
}
