import type { PaletteResult } from './palette-types';

const MOST = 5;
const PREFIX = 'palette:';
const keyOf = (owner: string) => `${PREFIX}${owner}`;

/** What a member chose last in the palette of this browser, newest first. @param owner the member's email */
export function recentOf(owner: string): PaletteResult[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isResult).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps a choice as the newest; a browser that stores nothing goes without. */
export function keepRecent(owner: string, { id, label, detail, href }: PaletteResult): void {
  const others = recentOf(owner).filter((one) => one.href !== href);
  try {
    localStorage.setItem(
      keyOf(owner),
      JSON.stringify([{ id, label, detail, href }, ...others].slice(0, MOST)),
    );
  } catch {
    // Full, or turned off.
  }
}

/** Removes what members of this browser chose: names of customers and numbers of orders are for who signs in. */
export function forgetRecent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Turned off.
  }
}

/** What is stored may be of an older version, and leads to pages of ours alone. */
function isResult(value: unknown): value is PaletteResult {
  if (typeof value !== 'object' || value === null) return false;
  const { id, label, href } = value as Record<string, unknown>;
  return (
    typeof id === 'string' && typeof label === 'string' && typeof href === 'string' && /^\/(?!\/)/.test(href)
  );
}
