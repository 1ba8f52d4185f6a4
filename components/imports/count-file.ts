/** One count that was typed. */
export interface TypedCount {
  sku: string;
  /** In units. */
  counted: number;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Typed counts as the CSV that an upload would be, so that both go one way. */
export function countFile(counts: readonly TypedCount[], fileName: string): File {
  const lines = counts.map(({ sku, counted }) => `${quoted(sku)},${counted}`);
  return new File([`sku,counted\n${lines.join('\n')}\n`], fileName, { type: 'text/csv' });
}

/** Where typed counts wait in this browser, so that a reload loses none. */
export const draftKey = (entityId: string, locationId: string, roomType: string) =>
  `count:${entityId}:${locationId}:${roomType}`;

export function readDraft(key: string): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([, value]) => Number.isInteger(value) && (value as number) >= 0),
    ) as Record<string, number>;
  } catch {
    return {};
  }
}

export function keepDraft(key: string, counts: Record<string, number>): void {
  try {
    if (Object.keys(counts).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(counts));
  } catch {
    // A browser that keeps nothing still counts.
  }
}
