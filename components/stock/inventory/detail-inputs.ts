/** Movements of one page of the history. */
const MOVEMENTS = 25;
/** More rows than a product ever has. */
const SIBLINGS = 200;

/** The request for a page of an item's history; the same on the server and in the browser. */
export function movementsInput(id: string, page: number) {
  return { id, page, limit: MOVEMENTS };
}

/** The request for every balance of a product. */
export function siblingsInput(productId: string) {
  return { product_id: productId, page: 1, limit: SIBLINGS, sort: 'sku' as const };
}
