/** Lots that a page lists of one batch. */
export const LOT_ROWS = 500;

/** What the lots of a batch are asked for, by the server for the first view and by the browser after it. */
export const lotsInput = (batch: string) => ({ batch, limit: LOT_ROWS });
