import type { CountLine } from './types';

/** What is done to one item of a count. */
export type Act =
  | { inventory_id: string; counted: number }
  | { inventory_id: string; clear: true }
  | { sku: string; add: number };

/** An act that the server hasn't recorded, as it is sent; `problem` says why it never will be. */
export type Pending = {
  entry: Act & { entry_id: string; counted_at: string };
  problem?: string;
};

/** A version 4 UUID, also on a page without https, where the browser has no `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  });
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-');
}

export const pendingOf = (act: Act): Pending => ({
  entry: { ...act, entry_id: newId(), counted_at: new Date().toISOString() },
});

const isOf = (line: CountLine, { entry }: Pending) =>
  'sku' in entry ? line.sku === entry.sku : line.inventory_id === entry.inventory_id;

/** Lines as they will be once what is pending has been recorded. */
export function withPending(lines: readonly CountLine[], pending: readonly Pending[]): CountLine[] {
  return lines.map((line) => {
    const own = pending.filter((one) => !one.problem && isOf(line, one));
    if (own.length === 0) return line;
    let counted = line.counted;
    for (const { entry } of own) {
      if ('add' in entry) counted = (counted ?? 0) + entry.add;
      else counted = 'counted' in entry ? entry.counted : null;
    }
    return { ...line, counted, difference: null };
  });
}

/** Why the entries of a count wait, in a few words; nothing when none do. */
export function unsentText(pending: readonly Pending[]): string {
  const unsent = pending.filter(({ problem }) => !problem).length;
  return unsent === 0 ? '' : `${unsent} unsent`;
}
