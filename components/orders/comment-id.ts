/** The fragment of an order's address that leads to its comment box. */
export const COMMENT_ID = 'comment';
