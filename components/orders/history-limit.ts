/** How much of an order's timeline its page asks for at once. */
export const HISTORY_LIMIT = 500;
