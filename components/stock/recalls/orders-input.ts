/** What the flagged orders of a recall are asked for. */
export const ordersOfRecall = (id: string) => ({ recall_id: id, limit: 50 });
