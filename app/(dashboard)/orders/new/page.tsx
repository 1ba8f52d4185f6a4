import { createLoader, type SearchParams } from 'nuqs/server';
import { unlessAbsent } from '@/app/absent';
import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { parseAsId } from '@/components/data-table/list-definition';
import { OrderEntryPage } from '@/components/order-entry/entry-page';

export const metadata = { title: 'New order' };

const load = createLoader({ customer: parseAsId });

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/orders/new', { needs: ['create:orders', 'read:customers'] });
  const { customer: id } = await load(searchParams);
  const customer = id && (await unlessAbsent(viewer.caller.customers.get({ id })));
  return <OrderEntryPage key={id} first={customer || null} />;
}

export default guarded(Page, 'a manager, admin or owner');
