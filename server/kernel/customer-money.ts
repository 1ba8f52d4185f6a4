const MONEY: ReadonlySet<string> = new Set(['balance', 'overdue', 'exposure']);

/** Fields of a customer as members and keys limited to locations see them: its money counts for the whole business (decision 760). */
export const withoutMoney = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, MONEY.has(name) ? null : value]));
