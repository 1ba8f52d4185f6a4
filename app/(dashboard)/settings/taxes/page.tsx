import { listPage } from '@/app/list-page';
import { taxRulesList } from '@/components/taxes/list';
import { TaxesPage } from '@/components/taxes/taxes-page';
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
