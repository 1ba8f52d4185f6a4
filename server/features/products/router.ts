import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowWhere } from '../../operation/objects';
import { PRODUCT_EVENTS } from './announce';
import { getProduct, getVariant, listProducts } from './queries';
import { PRODUCTS } from './queries.sql';
import { Product, ProductList, UpdateProduct, Variant } from './resource';
import { AddVariant, NewProduct, ProductId, UpdateVariant, VariantId } from './schema';
import {
  addVariant,
  CREATED_EVENTS,
  createProduct,
  deleteProduct,
  deleteVariant,
  updateProduct,
  updateVariant,
} from './service';
import { products, productVariants } from './tables';

export const productsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/products',
    summary: 'List products',
    description:
      'Your own, active ones of connected businesses, and those in your stock or orders; newest first by default.',
    permission: 'read:products',
    input: PRODUCTS.input,
    output: ProductList,
  }).query(({ ctx, input }) => listProducts(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/products/{id}',
    summary: 'Get a product',
    description: 'A deleted product stays readable for businesses that hold or held it, with `deleted_at`.',
    permission: 'read:products',
    input: ProductId,
    output: Product,
    object: rowWhere(
      products,
      (input, { entity }) => and(eq(products.id, input.id as string), eq(products.entityId, entity.id)),
      { isOwn: true },
    ),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getProduct(ctx, input.id)),

  create: endpoint({
    rest: 'POST /api/v1/products',
    summary: 'Create a product',
    description:
      'Each new variant gets an empty row in the vault of your first location. SKUs are unique in your business (409).',
    permission: 'create:products',
    input: NewProduct,
    output: Product,
    status: 201,
    location: '/api/v1/products/{id}',
    errors: ['external_id_taken', 'sku_taken'],
    emits: CREATED_EVENTS,
  }).mutation(({ ctx, input }) => createProduct(ctx, input)),

  update: endpoint({
    rest: 'PATCH /api/v1/products/{id}',
    summary: 'Update a product',
    description:
      'In `variants` an entry with an id changes that variant, one without adds a variant; absent ones stay.',
    permission: 'update:products',
    everywhere:
      'to change `active`, `visibility`, or prices, case size or low-stock threshold of a variant that exists',
    input: UpdateProduct,
    output: Product,
    errors: ['NOT_FOUND', 'external_id_taken', 'has_stock', 'sku_taken'],
    emits: PRODUCT_EVENTS,
  }).mutation(({ ctx, input }) => updateProduct(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/products/{id}',
    summary: 'Delete a product',
    description:
      'Responds with 409 while an open order contains it. Its stock remains until it is used up; businesses that hold or held it can still read it and its certificates.',
    permission: 'delete:products',
    everywhere: 'Deleting a product applies',
    input: ProductId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'open_orders', 'stock', 'reservations'],
    emits: ['product.deleted'],
  }).mutation(({ ctx, input }) => deleteProduct(ctx, input.id)),

  addVariant: endpoint({
    rest: 'POST /api/v1/products/{id}/variants',
    summary: 'Add a variant',
    description: 'Adds it after the others, with an empty row in the vault of your first location.',
    permission: 'update:products',
    input: AddVariant,
    output: Variant,
    status: 201,
    location: '/api/v1/products/{input.id}/variants/{id}',
    errors: ['NOT_FOUND', 'external_id_taken', 'sku_taken'],
    emits: PRODUCT_EVENTS,
  }).mutation(({ ctx, input }) => addVariant(ctx, input)),

  updateVariant: endpoint({
    rest: 'PATCH /api/v1/products/{id}/variants/{variant_id}',
    summary: 'Update a variant',
    description: 'Placed orders keep the name, SKU and price they were placed with.',
    permission: 'update:products',
    everywhere: 'to change prices, case size or low-stock threshold',
    input: UpdateVariant,
    output: Variant,
    errors: ['NOT_FOUND', 'external_id_taken', 'has_stock', 'sku_taken'],
    emits: PRODUCT_EVENTS,
  }).mutation(({ ctx, input }) => updateVariant(ctx, input)),

  variant: endpoint({
    rest: 'GET /api/v1/products/{id}/variants/{variant_id}',
    summary: 'Get a variant',
    description: 'The variant as its product shows it.',
    permission: 'read:products',
    input: VariantId,
    output: Variant,
    object: rowWhere(
      productVariants,
      (input, { entity }) =>
        and(eq(productVariants.id, input.variant_id as string), eq(productVariants.entityId, entity.id)),
      { isOwn: true },
    ),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getVariant(ctx, input)),

  deleteVariant: endpoint({
    rest: 'DELETE /api/v1/products/{id}/variants/{variant_id}',
    summary: 'Delete a variant',
    description: 'Responds with 409 while it has stock, reservations or open orders.',
    permission: 'update:products',
    everywhere: 'Deleting a variant applies',
    input: VariantId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'open_orders', 'reservations', 'stock'],
    emits: PRODUCT_EVENTS,
  }).mutation(({ ctx, input }) => deleteVariant(ctx, input)),
});
