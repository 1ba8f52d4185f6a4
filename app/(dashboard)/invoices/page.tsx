import { listPage } from '@/app/list-page';
import { moneyParties } from '@/app/money-parties';
import { invoicesList } from '@/components/invoices/list';
import { InvoicesPage } from '@/components/invoices/list-page';
import { ownSideOf } from '@/components/orders/own-side';

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
