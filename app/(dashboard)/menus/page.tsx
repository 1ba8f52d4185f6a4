import { menusList } from '@/components/catalog/menus/list';
import { MenusPage } from '@/components/catalog/menus/list-page';
import { listPage } from '@/components/ui/pages/list-page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Menus' };

export default listPage({
  path: '/menus',
  needs: ['read:menus'],
  only: SELLERS,
  list: menusList,
  rows: (queries) => queries.menus.list,
  show: () => <MenusPage />,
});
