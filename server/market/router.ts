import { endpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { listCatalogue, listSuppliers } from './queries';
import { Catalogue, ListCatalogue, ListSuppliers, SupplierList } from './schema';

export const marketRouter = router({
  suppliers: endpoint({
    rest: 'GET /api/v1/market/suppliers',
    summary: 'Wholesalers that the calling retailer is connected with, by name',
    description: 'For retailers; another business type is answered 403.',
    permission: 'read:products',
    input: ListSuppliers,
    output: SupplierList,
  }).query(({ ctx, input }) => listSuppliers(ctx, input)),

  catalogue: endpoint({
    rest: 'GET /api/v1/market/suppliers/{id}/catalogue',
    summary: 'What a connected wholesaler sells, by product name',
    description:
      'One row per variant of the active products. `available_quantity` is what an order could reserve now.',
    permission: 'read:products',
    input: ListCatalogue,
    output: Catalogue,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listCatalogue(ctx, input)),
});
