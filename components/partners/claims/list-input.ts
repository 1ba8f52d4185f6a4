/** What the page asks for, on the server for the first view and in the browser after it. */
export const AS_SELLER = { role: 'seller', limit: 50 } as const;
/** Those that a page of customers shows by itself. */
export const WAITING = { role: 'seller', status: 'waiting', limit: 3 } as const;
export const AS_CLAIMANT = { role: 'claimant', limit: 50 } as const;
/** All that the business can still take: as many as are open at once. */
export const OFFERED = { role: 'claimant', status: 'offered', limit: 100 } as const;
export const RECEIVED = { limit: 50 };
/** The first page of what comes along with an offer. */
export const documentsOf = (id: string) => ({ id, limit: 50 });
