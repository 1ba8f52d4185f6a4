import { moneyParties } from '@/components/money/money-parties';
import { paymentsList } from '@/components/money/payments/list';
import { PaymentsPage } from '@/components/money/payments/list-page';
import { ownSideOf } from '@/components/orders/own-side';
import { listPage } from '@/components/ui/pages/list-page';

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
