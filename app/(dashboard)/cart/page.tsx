import { CartPage } from '@/components/orders/cart/cart-page';
import { guarded } from '@/components/ui/pages/guarded';
import { BUYERS } from '@/server/kernel/permissions';
import { requireViewer } from '../../../components/ui/pages/runtime';

export const metadata = { title: 'Cart' };

async function Page() {
  const { caller } = await requireViewer('/cart', { needs: ['create:orders'], only: BUYERS });
  const { data } = await caller.entity.locations.list({ limit: 500 });
  return <CartPage locations={data.filter((location) => location.active)} />;
}

export default guarded(Page);
