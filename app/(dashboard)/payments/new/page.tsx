import { createLoader, parseAsArrayOf, type SearchParams } from 'nuqs/server';
import { NewPaymentPage } from '@/components/money/payments/new-page';
import { parseAsId } from '@/components/ui/data-table/list-definition';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Record payment' };

const load = createLoader({ customer: parseAsId, invoices: parseAsArrayOf(parseAsId) });

async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/payments/new', { needs: ['create:payments'], whole: true });
  const { customer: id, invoices } = await load(searchParams);
  const customer = id ? await unlessAbsent(viewer.caller.customers.get({ id })) : null;
  return (
    <NewPaymentPage first={customer && { id: customer.id, name: customer.name }} ticked={invoices ?? []} />
  );
}

export default guarded(Page, 'a manager, admin or owner');
