import type { pricesOf } from './ladder';

/** Variants whose prices a process remembers, over all buyers. */
const MOST = 20_000;

type Prices = ReturnType<typeof pricesOf>;
/** What a price is made of beside what its buyer was granted. */
export interface Shown {
  variant_id: string;
  wholesale_price_cents: number;
  case_size: number;
  step: number | null;
}
type Kept = Omit<Shown, 'variant_id'> & { prices: Prices };

/** Prices as they were shown, by the version of what their buyer was granted and by variant; the ones used last stay (decision 772). */
const byVersion = new Map<string, Map<string, Kept>>();
let size = 0;

/** What is remembered of a version, which is now the last to be dropped. */
function keptOf(version: string): Map<string, Kept> {
  const kept = byVersion.get(version) ?? new Map<string, Kept>();
  byVersion.delete(version);
  byVersion.set(version, kept);
  return kept;
}

/** The prices of a variant that were shown for a version; undefined where the seller has changed it since. */
export function remembered(version: string, of: Shown): Prices | undefined {
  const kept = byVersion.get(version)?.get(of.variant_id);
  const isSame =
    kept?.wholesale_price_cents === of.wholesale_price_cents &&
    kept.case_size === of.case_size &&
    kept.step === of.step;
  return isSame ? kept.prices : undefined;
}

/** Keeps prices for the next page. @param shown as `remembered` looks for them */
export function remember(version: string, shown: readonly (Shown & { prices: Prices })[]): void {
  const kept = keptOf(version);
  size -= kept.size;
  for (const { variant_id, wholesale_price_cents, case_size, step, prices } of shown)
    kept.set(variant_id, { wholesale_price_cents, case_size, step, prices });
  size += kept.size;
  for (const [oldest, { size: dropped }] of byVersion) {
    if (size <= MOST) return;
    byVersion.delete(oldest);
    size -= dropped;
  }
}
