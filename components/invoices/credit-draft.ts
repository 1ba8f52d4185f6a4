/** Steps to take off a line, by its id. */
export type Credited = ReadonlyMap<string, number>;

interface Line {
  item_id: string;
  quantity: number;
}

/** What is left of each line after earlier credit notes, in steps. */
export function remainingOf<L extends Line>(
  lines: readonly L[],
  notes: readonly { lines: readonly Line[] }[],
): (L & { left: number })[] {
  const taken = new Map<string, number>();
  for (const { item_id, quantity } of notes.flatMap((note) => note.lines)) {
    taken.set(item_id, (taken.get(item_id) ?? 0) + quantity);
  }
  return lines.map((line) => ({ ...line, left: line.quantity - (taken.get(line.item_id) ?? 0) }));
}

/** The lines of a credit as the server takes them: what stays of each that changes. */
export const creditedLines = (lines: readonly { item_id: string; left: number }[], credited: Credited) =>
  lines.flatMap(({ item_id, left }) => {
    const off = credited.get(item_id) ?? 0;
    return off > 0 ? [{ item_id, quantity: Math.max(0, left - off) }] : [];
  });
