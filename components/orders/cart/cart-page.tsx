'use client';
import { ShoppingCart } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import type { LocationList } from '@/components/orders/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { Spinner } from '@/components/ui/base/spinner';
import { todayIn } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { CheckoutBar } from './checkout-bar';
import { checkDelivery } from './checks';
import { groupsOf } from './groups';
import { sayPlaced } from './say-placed';
import { type Priced, SupplierSection } from './supplier-section';
import { useCart } from './use-cart';
import { ordersHref, useCheckout } from './use-checkout';

/** Everything that waits to be ordered, by supplier and store: each becomes an order of its own, and one press places all. */
export function CartPage({ locations }: { locations: LocationList['data'] }) {
  const router = useRouter();
  const { cart, ready, take } = useCart();
  const { timezone, type } = useViewer().entity;
  // From the response to the page that follows, so that the emptied cart doesn't say "empty" in between.
  const [opening, setOpening] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [priced, setPriced] = useState<ReadonlyMap<string, Priced>>(new Map());
  const onPriced = useCallback(
    (key: string, one: Priced) => setPriced((before) => new Map(before).set(key, one)),
    [],
  );
  const groups = groupsOf(cart.suppliers, locations);
  const { place, pending, rejection, failed } = useCheckout({
    cart,
    groups,
    onPlaced: () => {
      setOpening('Orders');
      router.push(ordersHref(type));
    },
  });
  const sums = groups.map(({ key }) => priced.get(key));
  const totals = sums.map((sum) => sum?.total ?? null);
  const total = totals.includes(null)
    ? null
    : totals.reduce<number>((all, one) => all + Math.round((one ?? 0) * 100), 0) / 100;
  const today = todayIn(timezone);
  const isWrong = cart.suppliers.some((one) => Object.keys(checkDelivery(one, today)).length > 0);
  const body = () => {
    if (opening) {
      return (
        <Card>
          <Spinner label={`${opening} placed. Opening…`} />
        </Card>
      );
    }
    if (!ready) {
      return (
        <div aria-busy className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Skeleton className="h-48" />
          <Skeleton className="h-96" />
        </div>
      );
    }
    if (groups.length === 0) {
      return (
        <Card>
          <EmptyState
            icon={ShoppingCart}
            title="Your cart is empty"
            action={
              <Button asChild variant="primary">
                <Link href="/market">Browse the market</Link>
              </Button>
            }
          >
            Add items from a supplier's catalog, or use “Order again” on an earlier purchase.
          </EmptyState>
        </Card>
      );
    }
    const alone = groups.length === 1;
    return (
      <div className="flex flex-col gap-10">
        {groups.map((group) => (
          <SupplierSection
            key={group.key}
            group={group}
            locations={locations}
            alone={alone}
            tried={tried}
            failure={failed.get(group.key)}
            onPriced={onPriced}
            onPlaced={(order, lines, shortage) => {
              if (alone) setOpening(order.order_number);
              take(group.cart.supplier.id, lines);
              sayPlaced(order, {
                lines,
                shortage,
                description: `${order.wholesaler.name} has been notified`,
                onBackorders: () => router.push('/backorders?side=buying'),
              });
              if (alone) router.push(`/orders/${order.id}`);
            }}
          />
        ))}
        {!alone && (
          <CheckoutBar
            orders={groups.length}
            items={groups.reduce((sum, group) => sum + group.cart.lines.length, 0)}
            total={total}
            current={sums.every((sum) => sum?.current)}
            pending={pending}
            notice={rejection ?? (tried && isWrong ? 'Correct the marked delivery dates and times.' : null)}
            onPlace={() => {
              setTried(true);
              if (!isWrong) void place();
            }}
          />
        )}
      </div>
    );
  };
  return (
    <>
      <PageHeader title="Cart" />
      {body()}
    </>
  );
}
