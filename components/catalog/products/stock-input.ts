/** How many rows of stock a product's page shows. */
export const STOCK_ROWS = 20;

/** The question that page and browser both ask for the stock of a product. */
export function stockInput(productId: string) {
  return { product_id: productId, limit: STOCK_ROWS };
}
