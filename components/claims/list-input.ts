/** What the page asks for, on the server for the first view and in the browser after it. */
export const AS_SELLER = { role: 'seller', limit: 50 } as const;
export const AS_CLAIMANT = { role: 'claimant', limit: 50 } as const;
export const RECEIVED = { limit: 50 };
