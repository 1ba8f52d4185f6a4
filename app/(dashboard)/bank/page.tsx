import { bankLinesList } from '@/components/money/bank/list';
import { BankPage } from '@/components/money/bank/list-page';
import { listPage } from '@/components/ui/pages/list-page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Bank' };

export default listPage({
  path: '/bank',
  needs: ['read:bank'],
  only: SELLERS,
  whole: true,
  who: 'an owner or admin with access to all locations',
  list: bankLinesList,
  rows: (queries) => queries.bank.lines.list,
  show: async ({ caller }) => <BankPage accounts={(await caller.bank.accounts.list({ limit: 50 })).data} />,
});
