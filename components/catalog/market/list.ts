import { createLoader, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import {
  cleanText,
  defineList,
  parseAsFlag,
  parseAsId,
  plainList,
} from '@/components/ui/data-table/list-definition';

export const CATEGORIES = ['flower', 'concentrates', 'edibles', 'vapes', 'topicals', 'accessories'] as const;

/** THC content in percent, from and to. */
export const THC_BANDS = ['0-10', '10-15', '15-20', '20-25', '25-30', '30-100'] as const;

const BRAND_LENGTH = 200;

/** Whose catalog is read; of the reader's own business, for which customer. */
type CatalogScope = { id: string; customer_id?: string };

/** What one supplier sells. */
export const catalogList = defineList({
  noun: 'product',
  limit: 50,
  sorts: ['product_name', 'brand', 'category', 'wholesale_price'],
  defaultSort: 'product_name',
  filters: {
    category: parseAsStringLiteral(CATEGORIES),
    brand: parseAsString,
    thc: parseAsStringLiteral(THC_BANDS),
    in_stock: parseAsFlag,
    ordered: parseAsFlag,
  },
  toRequest({ category, brand, thc, in_stock, ordered }, { id, customer_id }: CatalogScope) {
    const named = cleanText(brand ?? '', BRAND_LENGTH);
    const [thc_min, thc_max] = thc?.split('-').map(Number) ?? [];
    return {
      id,
      ...(customer_id && { customer_id }),
      ...(category && { category }),
      ...(named && { brand: named }),
      ...(thc && { thc_min, thc_max }),
      ...(in_stock && { in_stock }),
      ...(ordered && { ordered }),
    };
  },
});

/** The suppliers that a retailer is connected with: dozens, so that one page holds them all. */
export const suppliersList = plainList('supplier', 500);

/** The customer as whom a seller reads its own catalog. */
export const loadCatalogCustomer = createLoader({ customer_id: parseAsId });
