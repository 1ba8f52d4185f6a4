import { listPage } from '@/app/list-page';
import { productsList } from '@/components/products/list';
import { ProductsPage } from '@/components/products/list-page';

export const metadata = { title: 'Products' };

export default listPage({
  path: '/products',
  list: productsList,
  rows: (queries) => queries.products.list,
  async show({ caller }) {
    const connections = await caller.entity.connections.list({ limit: 500 });
    const owners = connections.data.filter(({ status }) => status === 'accepted').map(({ entity }) => entity);
    return <ProductsPage owners={owners.map(({ id, name }) => ({ id, name }))} />;
  },
  who: 'an admin or owner',
});
