/** How much of an order's timeline its page asks for at once. */
export const HISTORY_LIMIT = 500;

/** The latest comments of an order, as its page asks for them. */
export const commentsOf = (id: string) => ({ id, sort: '-created_at' as const, limit: 200 });
