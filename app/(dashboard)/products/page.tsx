import { requireViewer } from '@/app/runtime';
import { listInput, productsList } from '@/components/products/list-state';
import { ProductList } from '@/components/products/product-list';

export const metadata = { title: 'Products' };

export default async function ProductsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { caller } = await requireViewer('/products');
  const input = listInput(await productsList.load(searchParams));
  const [page, connections] = await Promise.all([
    caller.products.list(input),
    caller.entity.connections.list({ limit: 500 }),
  ]);
  const owners = connections.data.filter(({ status }) => status === 'accepted').map(({ entity }) => entity);
  return (
    <ProductList
      first={{ input, page, at: Date.now() }}
      owners={owners.map(({ id, name }) => ({ id, name }))}
    />
  );
}
