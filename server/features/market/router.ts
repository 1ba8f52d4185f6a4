import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { listBatchesOnSale } from './on-sale';
import { listBrands, listCatalog, listSuppliers, searchMarket } from './queries';
import { listReorder } from './reorder';
import {
  BatchesOnSale,
  BatchesOnSaleQuery,
  BrandList,
  Catalog,
  ListBrands,
  ListCatalog,
  ListReorder,
  ListSuppliers,
  MarketOfferList,
  ReorderList,
  SearchMarket,
  SupplierList,
} from './schema';

export const marketRouter = router({
  suppliers: endpoint({
    rest: 'GET /api/v1/market/suppliers',
    summary: 'List your suppliers',
    description:
      'Wholesalers and cultivators with an accepted connection, by name. For retailers and wholesalers; a cultivator gets 403.',
    permission: 'read:products',
    input: ListSuppliers,
    output: SupplierList,
    errors: ['not_a_buyer'],
  }).query(({ ctx, input }) => listSuppliers(ctx, input)),

  search: endpoint({
    rest: 'GET /api/v1/market/offers',
    summary: 'List what your suppliers sell',
    description:
      'One row per variant and seller, by product name, weight and price, or sorted by your price, so that what several suppliers sell can be compared. ' +
      'For retailers and wholesalers; a cultivator gets 403.',
    permission: 'read:products',
    input: SearchMarket,
    output: MarketOfferList,
    replica: true,
    errors: ['not_a_buyer'],
  }).query(({ ctx, input }) => searchMarket(ctx, input)),

  catalogue: endpoint({
    rest: 'GET /api/v1/market/suppliers/{id}/catalogue',
    summary: "List a supplier's catalog",
    description:
      'One row per variant of the active products, by product name, with what you have of it and last paid. For buyers with an accepted connection; responds ' +
      'with 404 without one. With `customer_id` a seller lists its own catalog for a customer. Availability can change until an order reserves it. The path may also end in `/catalog`.',
    permission: 'read:products',
    input: ListCatalog,
    output: Catalog,
    replica: true,
    errors: ['NOT_FOUND', 'not_a_buyer', 'not_a_seller', 'permission_required'],
  }).query(({ ctx, input }) => listCatalog(ctx, input)),

  brands: endpoint({
    rest: 'GET /api/v1/market/suppliers/{id}/brands',
    summary: "List a supplier's brands",
    description:
      'Brands of the active products, by name. For buyers with an accepted connection; responds with 404 without one.',
    permission: 'read:products',
    input: ListBrands,
    output: BrandList,
    errors: ['NOT_FOUND', 'not_a_buyer'],
  }).query(({ ctx, input }) => listBrands(ctx, input)),

  onSale: endpoint({
    rest: 'GET /api/v1/market/suppliers/{id}/products/{product_id}/batches',
    summary: "List a product's batches on sale",
    description:
      'Batches that the supplier can sell units of now, with dates and what their latest certificate says. For buyers with an accepted ' +
      'connection; responds with 404 without one. With the id of your own business the batches that your locations can sell, with units.',
    permission: 'read:products',
    input: BatchesOnSaleQuery,
    output: BatchesOnSale,
    replica: true,
    errors: ['NOT_FOUND', 'not_a_buyer'],
  }).query(({ ctx, input }) => listBatchesOnSale(ctx, input)),

  reorder: endpoint({
    rest: 'GET /api/v1/market/reorder',
    summary: 'What to reorder',
    description:
      'Variants of connected sellers that your locations are low on, by supplier, each with the units that were sold in ' +
      '30 days, are on their way and are suggested. For retailers and wholesalers; a cultivator gets 403.',
    permission: 'read:inventory',
    input: ListReorder,
    output: ReorderList,
    errors: ['not_a_buyer'],
  }).query(({ ctx, input }) => listReorder(ctx, input)),
});
