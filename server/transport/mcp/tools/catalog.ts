import { z } from 'zod';
import { ProductCategory } from '../../../features/products/schema';
import { Id, Search } from '../../../kernel/params';
import { Cursor, counted, NextCursor, nextPage, pageIn, Rows, tool } from '../tool';

export const searchCatalog = tool({
  name: 'search_catalog',
  title: 'Find goods',
  description:
    'Variants that you can buy from your suppliers, or with your own business as `supplier_id` what you sell yourself: SKU, price in US dollars and units that can be ordered now.',
  scope: 'mcp:read',
  permissions: ['read:products'],
  input: z.strictObject({
    query: Search.meta({ description: 'Words of the product, brand or SKU' }),
    category: ProductCategory.optional(),
    supplier_id: Id.optional().meta({
      description: 'Only what this seller offers; your own business for your own goods',
    }),
    in_stock: z.boolean().optional().meta({ description: 'true for what can be ordered now' }),
    cursor: Cursor,
  }),
  output: z.looseObject({ variants: Rows, next_cursor: NextCursor }),
  async run({ ctx: { actor }, caller }, { query, category, supplier_id, in_stock, cursor }, rows) {
    const own =
      supplier_id === undefined ? actor.entity.type === 'cultivator' : supplier_id === actor.entity.id;
    const page = { page: pageIn(cursor), limit: rows };
    if (own) {
      const { data, pagination } = await caller.products.list({ search: query, category, ...page });
      return found(
        pagination,
        data.flatMap(({ variants, ...product }) => variants.map((one) => ownVariant(product, one))),
      );
    }
    const { data, pagination } = await caller.market.search({
      ...{ search: query, category, supplier_id, in_stock, ...page },
    });
    return found(
      pagination,
      data.map((one) => ({
        ...{
          variant_id: one.variant_id,
          sku: one.sku,
          product_name: one.product_name,
          variant_name: one.variant_name,
        },
        ...{ brand: one.brand, category: one.category, supplier: one.supplier, price: one.wholesale_price },
        ...{ case_size: one.case_size, sellable: one.available_quantity, own_stock: one.own_quantity },
      })),
    );
  },
});

type Product = { id: string; name: string; brand: string | null; category: string };
type Variant = {
  id: string;
  name: string;
  sku: string;
  price: number;
  wholesale_price: number;
  case_size: number;
};
const ownVariant = (product: Product, one: Variant) => ({
  ...{ variant_id: one.id, sku: one.sku, product_id: product.id, product_name: product.name },
  ...{ variant_name: one.name, brand: product.brand, category: product.category },
  ...{ price: one.wholesale_price, retail_price: one.price, case_size: one.case_size },
});

const found = (pagination: { page: number; limit: number; total: number | null }, variants: object[]) => ({
  sentence: `${counted(variants.length, 'variant')} on this page.`,
  content: {
    variants,
    next_cursor: nextPage({ ...pagination, total: pagination.total ?? 0 }),
  },
});
