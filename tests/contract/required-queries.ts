/** Of each address that isn't read without a query: one that it takes. */
export const REQUIRED_QUERIES: Readonly<Record<string, string>> = {
  '/api/v1/compliance/reasons': '?location_id=00000000-0000-4000-8000-000000000000',
  '/api/v1/partners/totals': '?side=buying&ids=00000000-0000-4000-8000-000000000000',
  '/api/v1/reports/products': '?ids=00000000-0000-0000-0000-000000000000',
  '/api/v1/search': '?q=harbor',
};
