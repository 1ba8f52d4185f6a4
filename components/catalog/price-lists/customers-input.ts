/** The customers that have a list, as its page reads them. */
export const withList = (id: string) => ({ price_list_id: id, sort: 'name' as const, limit: 50 });
