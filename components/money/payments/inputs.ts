/** Invoices that a form shows; further ones are settled by the server. */
const MOST = 200;

export const openInvoicesOf = (customerId: string) =>
  ({ side: 'selling', status: 'open', customer_id: customerId, sort: 'due_on', limit: MOST }) as const;

/** Payments, and credit notes, of a customer that settle nothing which its card shows. */
export const UNAPPLIED = 20;

export const unappliedOf = (customerId: string) =>
  ({ side: 'selling', customer_id: customerId, unapplied: true, limit: UNAPPLIED }) as const;
