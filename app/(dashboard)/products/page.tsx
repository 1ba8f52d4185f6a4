import { listPage } from '@/app/list-page';
import { productsList } from '@/components/products/list';
import { ProductsPage } from '@/components/products/list-page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Products' };

export default listPage({
  path: '/products',
  list: productsList,
  rows: (queries) => queries.products.list,
  async show({ caller, actor }) {
    const [suppliers, listings] = await Promise.all([
      caller.entity.connections.list({ side: 'buying', status: 'accepted', limit: 500 }),
      SELLERS.includes(actor.entity.type) ? caller.listings.list({ limit: 1 }) : null,
    ]);
    return (
      <ProductsPage
        owners={suppliers.data.map(({ entity: { id, name } }) => ({ id, name }))}
        listed={listings?.pagination.total ?? 0}
      />
    );
  },
  who: 'an admin or owner',
});
