import type { EntityType } from '@/server/kernel/permissions';

/** What a business calls the others that it is connected with. */
export type Partners = {
  path: '/suppliers' | '/customers';
  title: string;
  /** One of them, in a sentence. */
  one: string;
  /** The type that the directory shows first. */
  seeks: EntityType;
  /** What an accepted connection allows. */
  benefit: string;
};

const SUPPLIERS: Omit<Partners, 'seeks'> = {
  path: '/suppliers',
  title: 'Suppliers',
  one: 'supplier',
  benefit: 'Once they accept, you see their catalog and can order from them.',
};
const CUSTOMERS: Omit<Partners, 'seeks'> = {
  path: '/customers',
  title: 'Customers',
  one: 'customer',
  benefit: 'Once they accept, they see your active products.',
};

const PARTNERS: Record<EntityType, Partners> = {
  retailer: { ...SUPPLIERS, seeks: 'wholesaler' },
  wholesaler: { ...CUSTOMERS, seeks: 'retailer' },
  cultivator: { ...CUSTOMERS, seeks: 'wholesaler' },
};

export function partnersOf(type: EntityType): Partners {
  return PARTNERS[type];
}
