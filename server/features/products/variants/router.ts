import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { listVariants } from './queries';
import { ListVariants, OwnVariantList } from './schema';

export const variantsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/variants',
    summary: 'List your variants',
    description:
      'Variants of your own products, oldest first, each with its product: found by what your other system calls them, or by SKU.',
    permission: 'read:products',
    input: ListVariants,
    output: OwnVariantList,
  }).query(({ ctx, input }) => listVariants(ctx, input)),
});
