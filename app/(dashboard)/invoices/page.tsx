import { invoicesList } from '@/components/money/invoices/list';
import { InvoicesPage } from '@/components/money/invoices/list-page';
import { moneyParties } from '@/components/money/money-parties';
import { ownSideOf } from '@/components/orders/own-side';
import { listPage } from '@/components/ui/pages/list-page';

export const metadata = { title: 'Invoices' };

export default listPage({
  path: '/invoices',
  needs: ['read:invoices'],
  list: invoicesList,
  rows: (queries) => queries.invoices.list,
  scope: ({ actor }) => ownSideOf(actor.entity.type),
  show: async (viewer) => {
    const { type } = viewer.actor.entity;
    return (
      <InvoicesPage
        own={ownSideOf(type)}
        hasBoth={type === 'wholesaler'}
        parties={await moneyParties(viewer)}
      />
    );
  },
});
