'use client';
import { ShoppingCart } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { LocationList } from '@/components/orders/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { Spinner } from '@/components/ui/base/spinner';
import { sayPlaced } from './say-placed';
import { SupplierSection } from './supplier-section';
import { useCart } from './use-cart';

/** Everything that waits to be ordered, supplier by supplier: each becomes an order of its own. */
export function CartPage({ locations }: { locations: LocationList['data'] }) {
  const router = useRouter();
  const { cart, ready, take } = useCart();
  // From the response to the order's page, so that the emptied cart doesn't say "empty" in between.
  const [opening, setOpening] = useState<string | null>(null);
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
    if (cart.suppliers.length === 0) {
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
    return (
      <div className="flex flex-col gap-10">
        {cart.suppliers.map((one) => (
          <SupplierSection
            key={one.supplier.id}
            cart={one}
            locations={locations}
            alone={cart.suppliers.length === 1}
            onPlaced={(order, lines, shortage) => {
              setOpening(order.order_number);
              take(one.supplier.id, lines);
              sayPlaced(order, {
                lines,
                shortage,
                description: `${order.wholesaler.name} has been notified`,
                onBackorders: () => router.push('/backorders?side=buying'),
              });
              router.push(`/orders/${order.id}`);
            }}
          />
        ))}
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
