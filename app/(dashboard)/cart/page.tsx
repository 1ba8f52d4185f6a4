import { CartPage } from '@/components/cart/cart-page';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { requireViewer } from '../../runtime';

export const metadata = { title: 'Cart' };

export default async function Page() {
  const { actor, caller } = await requireViewer('/cart');
  if (actor.entity.type !== 'retailer') return <ForbiddenPanel />;
  if (!actor.permissions.includes('create:orders')) {
    return <ForbiddenPanel needs="a manager, admin or owner" />;
  }
  const { data } = await caller.entity.locations.list({ limit: 500 });
  return <CartPage locations={data.filter((location) => location.active)} />;
}
