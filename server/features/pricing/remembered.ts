import type { pricesOf } from './ladder';

/** Steps of ladders that a process remembers, over all buyers: a variant's ladder has one, or thousands. */
const MOST = 60_000;

type Prices = ReturnType<typeof pricesOf>;
/** What a price is made of beside what its buyer was granted. */
export interface Shown {
  variant_id: string;
  wholesale_price_cents: number;
  case_size: number;
  step: number | null;
}
type Kept = Omit<Shown, 'variant_id'> & { prices: Prices };
interface Version {
  variants: Map<string, Kept>;
  /** Of the ladders of all its variants. */
  steps: number;
}

/** Prices as they were shown, by the version of what their buyer was granted and by variant; the ones used last stay (decision 772). */
const byVersion = new Map<string, Version>();
let size = 0;

const stepsOf = (kept: Kept | undefined) => kept?.prices.price_ladder.length ?? 0;

/** The prices of a variant that were shown for a version; undefined where the seller has changed it since. */
export function remembered(version: string, of: Shown): Prices | undefined {
  const kept = byVersion.get(version)?.variants.get(of.variant_id);
  const isSame =
    kept?.wholesale_price_cents === of.wholesale_price_cents &&
    kept.case_size === of.case_size &&
    kept.step === of.step;
  return isSame ? kept.prices : undefined;
}

/**
 * Keeps prices for the next page; what is remembered of the version is then the last to be dropped.
 * @param shown as `remembered` looks for them; none where all were remembered
 */
export function remember(version: string, shown: readonly (Shown & { prices: Prices })[]): void {
  const known = byVersion.get(version);
  // A page of nothing leaves nothing behind.
  if (!known && shown.length === 0) return;
  const { variants, steps } = known ?? { variants: new Map<string, Kept>(), steps: 0 };
  let more = 0;
  for (const { variant_id, wholesale_price_cents, case_size, step, prices } of shown) {
    const kept = { wholesale_price_cents, case_size, step, prices };
    more += stepsOf(kept) - stepsOf(variants.get(variant_id));
    variants.set(variant_id, kept);
  }
  byVersion.delete(version);
  byVersion.set(version, { variants, steps: steps + more });
  size += more;
  for (const [oldest, dropped] of byVersion) {
    if (size <= MOST) return;
    byVersion.delete(oldest);
    size -= dropped.steps;
  }
}
