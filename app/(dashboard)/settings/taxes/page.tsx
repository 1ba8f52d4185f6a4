import { taxRulesList } from '@/components/money/taxes/list';
import { TaxesPage } from '@/components/money/taxes/taxes-page';
import { listPage } from '@/components/ui/pages/list-page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Taxes' };

export default listPage({
  path: '/settings/taxes',
  list: taxRulesList,
  rows: (queries) => queries.taxRules.list,
  needs: ['update:terms'],
  only: SELLERS,
  whole: true,
  show: async ({ caller }) => {
    const { settings } = await caller.entity.get({});
    return <TaxesPage flatRate={settings.tax_rate_bps / 100} />;
  },
  who: 'an admin or owner',
});
