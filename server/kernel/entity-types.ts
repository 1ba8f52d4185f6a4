// Pages import this file.
/** Types of businesses; a room of its own, so that pages that ask for one don't carry the permissions of all. */
export const ENTITY_TYPES = ['retailer', 'wholesaler', 'cultivator'] as const;
