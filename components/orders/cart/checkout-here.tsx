'use client';
import { useRouter } from 'next/navigation';
import { Link } from '@/components/ui/base/link';
import { useViewer } from '@/components/ui/providers/viewer';
import { subtotalOf } from './cart';
import { CheckoutBar } from './checkout-bar';
import { groupsOf } from './groups';
import { useCart } from './use-cart';
import { ordersHref, useCheckout } from './use-checkout';

/** Orders all carts from another page than theirs: what they come to before taxes, and the press that places them. */
export function CheckoutHere({ locations }: { locations: readonly { id: string; name: string }[] }) {
  const router = useRouter();
  const { cart } = useCart();
  const { type } = useViewer().entity;
  const groups = groupsOf(cart.suppliers, locations);
  const { place, pending, rejection, failed } = useCheckout({
    cart,
    groups,
    onPlaced: () => router.push(ordersHref(type)),
  });
  const lines = groups.flatMap((group) => group.cart.lines);
  if (lines.length === 0) return null;
  const reasons = [...new Set(failed.values())];
  return (
    <CheckoutBar
      orders={groups.length}
      items={lines.length}
      total={subtotalOf(lines)}
      note="before taxes"
      current
      pending={pending}
      notice={rejection ?? (reasons.length > 0 ? reasons.join(' ') : null)}
      onPlace={() => void place()}
    >
      <Link href="/cart" className="rounded-sm text-link underline underline-offset-2">
        Review order
      </Link>
    </CheckoutBar>
  );
}
