/** All suppliers at once: a business has dozens, not thousands. */
export const SUPPLIERS_QUERY = { limit: 500 };
