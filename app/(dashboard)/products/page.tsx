import { listPage } from '@/app/list-page';
import { productsList } from '@/components/products/list';
import { ProductsPage } from '@/components/products/list-page';

export const metadata = { title: 'Products' };

export default listPage({
  path: '/products',
  list: productsList,
  rows: (queries) => queries.products.list,
  async show({ caller }) {
    const suppliers = await caller.entity.connections.list({
      side: 'buying',
      status: 'accepted',
      limit: 500,
    });
    return <ProductsPage owners={suppliers.data.map(({ entity: { id, name } }) => ({ id, name }))} />;
  },
  who: 'an admin or owner',
});
