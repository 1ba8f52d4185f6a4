import { listPage } from '@/app/list-page';
import { moneyParties } from '@/app/money-parties';
import { ownSideOf } from '@/components/orders/own-side';
import { paymentsList } from '@/components/payments/list';
import { PaymentsPage } from '@/components/payments/list-page';

export const metadata = { title: 'Payments' };

export default listPage({
  path: '/payments',
  needs: ['read:invoices'],
  whole: true,
  who: 'a member with access to all locations',
  list: paymentsList,
  rows: (queries) => queries.payments.list,
  scope: ({ actor }) => ownSideOf(actor.entity.type),
  show: async (viewer) => {
    const { type } = viewer.actor.entity;
    return (
      <PaymentsPage
        own={ownSideOf(type)}
        hasBoth={type === 'wholesaler'}
        parties={await moneyParties(viewer)}
      />
    );
  },
});
