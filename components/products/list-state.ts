import { createParser, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import { CATEGORY_NAMES } from '@/server/features/products/categories';
import type { ListInput } from './types';

export const PAGE_SIZE = 50;
const SEARCH_LIMIT = 100;
const BRAND_LIMIT = 200;
const PAGE_LIMIT = 1_000_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const parseAsId = createParser({ parse: (text) => (UUID.test(text) ? text : null), serialize: String });

/** What of the product list lives in the address. The filters bear the API's names. */
export const productsList = defineList({
  sorts: ['created_at', 'name', 'brand', 'category'],
  defaultSort: '-created_at',
  filters: {
    category: parseAsStringLiteral(CATEGORY_NAMES),
    brand: parseAsString,
    active: parseAsStringLiteral(['true', 'false']),
    entity_id: parseAsId,
  },
});

type State = Awaited<ReturnType<typeof productsList.load>>;

/** Text from the address as the server takes it: anybody may have typed it there. */
const tame = (text: string, limit: number) => text.replaceAll('\0', '').toWellFormed().slice(0, limit).trim();

/** The question to the server that a state of the address stands for. */
export function listInput(state: State): ListInput {
  const search = tame(state.q, SEARCH_LIMIT);
  const brand = tame(state.brand ?? '', BRAND_LIMIT);
  return {
    page: Math.min(state.page, PAGE_LIMIT),
    limit: PAGE_SIZE,
    sort: state.sort,
    ...(search && { search }),
    ...(state.category && { category: state.category }),
    ...(brand && { brand }),
    ...(state.active && { active: state.active === 'true' }),
    ...(state.entity_id && { entity_id: state.entity_id }),
  };
}
