/** What happened of a kind to one object. */
export type Group<Row> = { first: Row; all: readonly Row[] };

/** Gathers what repeats, in the order of the first of each. @param keyOf alike for rows that say the same */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Group<Row>[] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()].map((all) => ({ first: all[0], all }));
}
