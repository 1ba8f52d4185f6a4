import { createLoader, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import {
  cleanText,
  defineList,
  parseAsFlag,
  parseAsId,
  plainList,
} from '@/components/ui/data-table/list-definition';
import { CATEGORY_NAMES } from '@/server/features/products/categories';

/** THC content in percent, from and to. */
export const THC_BANDS = ['0-10', '10-15', '15-20', '20-25', '25-30', '30-100'] as const;

const BRAND_LENGTH = 200;
const SUBCATEGORY_LENGTH = 100;

function thcOf(band: (typeof THC_BANDS)[number] | null) {
  const [thc_min, thc_max] = band?.split('-').map(Number) ?? [];
  return band ? { thc_min, thc_max } : {};
}

/** Whose catalog is read; of the reader's own business, for which customer. */
type CatalogScope = { id: string; customer_id?: string };

/** What one supplier sells. */
export const catalogList = defineList({
  noun: 'product',
  limit: 50,
  sorts: ['product_name', 'brand', 'category', 'wholesale_price'],
  defaultSort: 'product_name',
  filters: {
    category: parseAsStringLiteral(CATEGORY_NAMES),
    brand: parseAsString,
    thc: parseAsStringLiteral(THC_BANDS),
    in_stock: parseAsFlag,
    ordered: parseAsFlag,
  },
  toRequest({ category, brand, thc, in_stock, ordered }, { id, customer_id }: CatalogScope) {
    const named = cleanText(brand ?? '', BRAND_LENGTH);
    return {
      id,
      ...(customer_id && { customer_id }),
      ...(category && { category }),
      ...(named && { brand: named }),
      ...thcOf(thc),
      ...(in_stock && { in_stock }),
      ...(ordered && { ordered }),
    };
  },
});

/** Price bands, by the most that a unit costs in dollars. */
export const PRICES = ['10', '25', '50', '100', '250', '1000'] as const;

/** What all suppliers sell. */
export const marketList = defineList({
  noun: 'offer',
  limit: 50,
  sorts: ['price', 'price_per_gram', 'price_per_100_mg', 'thc'],
  tab: 'view',
  filters: {
    view: parseAsStringLiteral(['goods']),
    category: parseAsStringLiteral(CATEGORY_NAMES),
    subcategory: parseAsString,
    supplier_id: parseAsId,
    thc: parseAsStringLiteral(THC_BANDS),
    price: parseAsStringLiteral(PRICES),
    in_stock: parseAsFlag,
  },
  toRequest({ category, subcategory, supplier_id, thc, price, in_stock }) {
    const named = cleanText(subcategory ?? '', SUBCATEGORY_LENGTH);
    return {
      ...(category && { category }),
      ...(named && { subcategory: named }),
      ...(supplier_id && { supplier_id }),
      ...thcOf(thc),
      ...(price && { price_max: Number(price) }),
      ...(in_stock && { in_stock }),
    };
  },
});

/** The suppliers that a retailer is connected with: dozens, so that one page holds them all. */
export const suppliersList = plainList('supplier', 500);

/** The customer as whom a seller reads its own catalog. */
export const loadCatalogCustomer = createLoader({ customer_id: parseAsId });
