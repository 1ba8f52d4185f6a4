/** Where a file of an export is. */
export const fileAddress = (id: string, n: number): string => `/api/v1/accounting/exports/${id}/files/${n}`;
