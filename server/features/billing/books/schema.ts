/** What an export of the books holds, and for which program (K50). */
export const EXPORT_KINDS = ['customers', 'invoices', 'payments', 'journal'] as const;
export const EXPORT_FORMATS = ['quickbooks', 'iif', 'neutral'] as const;
