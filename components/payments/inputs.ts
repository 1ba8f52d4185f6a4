/** Invoices that a form shows; further ones are settled by the server. */
const MOST = 200;

export const openInvoicesOf = (customerId: string) =>
  ({ side: 'selling', status: 'open', customer_id: customerId, sort: 'due_on', limit: MOST }) as const;

/** A customer has few payments and credit notes that settle nothing. */
export const unappliedOf = (customerId: string) =>
  ({ side: 'selling', customer_id: customerId, unapplied: true, limit: 20 }) as const;
