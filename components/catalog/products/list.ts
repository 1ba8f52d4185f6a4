import { parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { cleanText, defineList, parseAsFlag, parseAsId } from '@/components/ui/data-table/list-definition';
import { CATEGORY_NAMES } from '@/server/features/products/categories';

const BRAND_LENGTH = 200;

/** What the page asks for of the business's listings, on the server for the first view and in the browser after it. */
export const LISTED = { limit: 20 };

/** Own products; in the view `all` those of connected businesses, too. The other filters are named as in the API. */
export const productsList = defineList({
  noun: 'product',
  limit: 50,
  sorts: ['created_at', 'name', 'brand', 'category'],
  defaultSort: '-created_at',
  filters: {
    view: parseAsStringLiteral(['all']),
    category: parseAsStringLiteral(CATEGORY_NAMES),
    brand: parseAsString,
    active: parseAsStringLiteral(['true', 'false']),
    entity_id: parseAsId,
    uncertified: parseAsFlag,
  },
  tab: 'view',
  queues: { uncertified: [true] },
  toRequest({ view, category, brand, active, entity_id, uncertified }, ownId: string) {
    const named = cleanText(brand ?? '', BRAND_LENGTH);
    const owner = entity_id ?? (view === 'all' ? null : ownId);
    return {
      ...(category && { category }),
      ...(named && { brand: named }),
      ...(active && { active: active === 'true' }),
      ...(owner && { entity_id: owner }),
      ...(uncertified && { has_coa: false }),
    };
  },
});
