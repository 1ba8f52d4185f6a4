import type { EntityType } from '@/server/kernel/permissions';

/** The side whose figures a business looks at first: a wholesaler mostly sells. */
export const ownSideOf = (type: EntityType) => (type === 'retailer' ? 'buying' : 'selling');
