import { LISTED, productsList } from '@/components/catalog/products/list';
import { ProductsPage } from '@/components/catalog/products/list-page';
import { listPage } from '@/components/ui/pages/list-page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Products' };

export default listPage({
  path: '/products',
  list: productsList,
  scope: ({ actor }) => actor.entity.id,
  rows: ({ products, listings }, { actor }) => ({
    async prefetch(request) {
      const resells = SELLERS.includes(actor.entity.type);
      await Promise.all([products.list.prefetch(request), resells && listings.list.prefetch(LISTED)]);
    },
  }),
  async show({ caller }) {
    const suppliers = await caller.entity.connections.list({
      ...{ side: 'buying', status: 'accepted', limit: 500 },
    });
    return <ProductsPage owners={suppliers.data.map(({ entity: { id, name } }) => ({ id, name }))} />;
  },
  who: 'an admin or owner',
});
