import { createLoader, type SearchParams } from 'nuqs/server';
import { unlessAbsent } from '@/app/absent';
import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { parseAsId } from '@/components/data-table/list-definition';
import { NewPaymentPage } from '@/components/payments/new-page';

export const metadata = { title: 'Record payment' };

const load = createLoader({ customer: parseAsId });

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/payments/new', { needs: ['create:payments'], whole: true });
  const { customer: id } = await load(searchParams);
  const customer = id ? await unlessAbsent(viewer.caller.customers.get({ id })) : null;
  return <NewPaymentPage first={customer && { id: customer.id, name: customer.name }} />;
}

export default guarded(Page, 'a manager, admin or owner');
