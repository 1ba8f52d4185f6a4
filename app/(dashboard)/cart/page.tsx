import { guarded } from '@/app/guarded';
import { CartPage } from '@/components/cart/cart-page';
import { BUYERS } from '@/server/kernel/permissions';
import { requireViewer } from '../../runtime';

export const metadata = { title: 'Cart' };

async function Page() {
  const { caller } = await requireViewer('/cart', { needs: ['create:orders'], only: BUYERS });
  const { data } = await caller.entity.locations.list({ limit: 500 });
  return <CartPage locations={data.filter((location) => location.active)} />;
}

export default guarded(Page);
