import type { EntityType } from '@/server/kernel/permissions';
import type { TradeSide } from '@/server/kernel/sides';

/** What a business calls those that it buys from, or those that buy from it. */
export type Partners = {
  path: '/suppliers' | '/customers';
  title: string;
  /** One of them, in a sentence. */
  one: 'supplier' | 'customer';
  /** The type that the directory shows first. */
  seeks: EntityType;
  /** What an accepted connection allows. */
  benefit: string;
};

const PARTNERS: Record<TradeSide, Omit<Partners, 'seeks'>> = {
  buying: {
    path: '/suppliers',
    title: 'Suppliers',
    one: 'supplier',
    benefit: 'Once they accept, you see their catalog and can order from them.',
  },
  selling: {
    path: '/customers',
    title: 'Customers',
    one: 'customer',
    benefit: 'Once they accept, they see your active products.',
  },
};

const SOUGHT: Record<TradeSide, Record<EntityType, EntityType>> = {
  buying: { retailer: 'wholesaler', wholesaler: 'cultivator', cultivator: 'wholesaler' },
  selling: { retailer: 'wholesaler', wholesaler: 'retailer', cultivator: 'wholesaler' },
};

/** The partners on one side of a business. @param type of the business */
export function partnersOf(type: EntityType, side: TradeSide): Partners {
  return { ...PARTNERS[side], seeks: SOUGHT[side][type] };
}
