/** What the page asks for; the server gives the same. */
export const EXPORTS_INPUT = { limit: 20 };
export const RULES_INPUT = { limit: 20 };
