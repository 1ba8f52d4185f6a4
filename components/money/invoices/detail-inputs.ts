/** An invoice has few of either. */
const MOST = 100;

export const creditsOf = (invoiceId: string) =>
  ({ invoice_id: invoiceId, sort: 'issued_on', limit: MOST }) as const;
export const paymentsOf = (invoiceId: string) =>
  ({ invoice_id: invoiceId, sort: 'received_on', limit: MOST }) as const;
