import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { listCatalog, listSuppliers } from './queries';
import { Catalog, ListCatalog, ListSuppliers, SupplierList } from './schema';

export const marketRouter = router({
  suppliers: endpoint({
    rest: 'GET /api/v1/market/suppliers',
    summary: 'List your suppliers',
    description:
      'Wholesalers with an accepted connection, by name. For retailers; other business types get 403.',
    permission: 'read:products',
    input: ListSuppliers,
    output: SupplierList,
  }).query(({ ctx, input }) => listSuppliers(ctx, input)),

  catalogue: endpoint({
    rest: 'GET /api/v1/market/suppliers/{id}/catalogue',
    summary: "List a supplier's catalog",
    description:
      'One row per variant of the active products, by product name. For retailers with an accepted connection; responds ' +
      'with 404 without one. Availability can change until an order reserves it. The path may also end in `/catalog`.',
    permission: 'read:products',
    input: ListCatalog,
    output: Catalog,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listCatalog(ctx, input)),
});
