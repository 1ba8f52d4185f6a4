/** Of each address that isn't read without a query: one that it takes. */
export const REQUIRED_QUERIES: Readonly<Record<string, string>> = { '/api/v1/market/offers': '?search=a' };
