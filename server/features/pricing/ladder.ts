import { halfUp } from './rounding';

/** From so many steps on, one unit costs this. */
export interface Break {
  steps: number;
  cents: number;
}
export const PRICE_SOURCES = ['wholesale', 'list', 'offer', 'manual', 'sample'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** A step of a ladder, by rising `steps`; the first begins with 1. */
export interface LadderStep extends Break {
  source: PriceSource;
}

/** What a seller set for a variant and a buyer. */
export interface PriceSources {
  wholesaleCents: number;
  /** The buyer's price list: `breaks` of the variant, and what it takes off where none is reached. */
  list: { breaks: readonly Break[]; discountBps: number } | null;
  /** Breaks of the variant in each offer to the buyer. */
  offers: ReadonlyArray<readonly Break[]>;
}

const reached = (breaks: readonly Break[], steps: number): number | null =>
  breaks.reduce<Break | null>(
    (best, one) => (one.steps <= steps && one.steps > (best?.steps ?? 0) ? one : best),
    null,
  )?.cents ?? null;

/** The price of one unit at an amount (T31): the lower of list and offers; without either the wholesale price. */
function priceAt({ wholesaleCents, list, offers }: PriceSources, steps: number): Omit<LadderStep, 'steps'> {
  const offered = offers.flatMap((breaks) => reached(breaks, steps) ?? []);
  const offer = offered.length > 0 ? Math.min(...offered) : null;
  const listed =
    list &&
    (reached(list.breaks, steps) ??
      (list.discountBps > 0
        ? Number(halfUp(BigInt(wholesaleCents) * BigInt(10_000 - list.discountBps), 10_000n))
        : null));
  const own = listed ?? wholesaleCents;
  if (offer !== null && offer < own) return { cents: offer, source: 'offer' };
  return { cents: own, source: listed === null ? 'wholesale' : 'list' };
}

/** The prices of a variant for one buyer at each break of every source: what catalog, quote and line show, and a line keeps (T32). */
export function ladderOf(sources: PriceSources): LadderStep[] {
  const breaks = [
    1,
    ...[...(sources.list?.breaks ?? []), ...sources.offers.flat()].map(({ steps }) => steps),
  ];
  const ladder: LadderStep[] = [];
  for (const steps of [...new Set(breaks)].sort((a, b) => a - b)) {
    const step = { steps, ...priceAt(sources, steps) };
    const last = ladder.at(-1);
    if (last?.cents !== step.cents || last.source !== step.source) ladder.push(step);
  }
  return ladder;
}

/** The step of a ladder that an amount reaches. @param ladder begins with 1 */
export const stepAt = (ladder: readonly LadderStep[], steps: number): LadderStep =>
  ladder.findLast((one) => one.steps <= steps) ?? (ladder[0] as LadderStep);
