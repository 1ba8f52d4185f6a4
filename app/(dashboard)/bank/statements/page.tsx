import { bankStatementsList } from '@/components/money/bank/list';
import { StatementsPage } from '@/components/money/bank/statements-page';
import { listPage } from '@/components/ui/pages/list-page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Bank statements' };

export default listPage({
  path: '/bank/statements',
  needs: ['read:bank'],
  only: SELLERS,
  whole: true,
  who: 'an owner or admin with access to all locations',
  list: bankStatementsList,
  rows: (queries) => queries.bank.statements.list,
  show: () => <StatementsPage />,
});
