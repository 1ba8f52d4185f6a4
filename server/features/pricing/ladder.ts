export const PRICE_SOURCES = ['wholesale', 'list', 'offer', 'manual', 'sample'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** From so many steps on, one unit costs this. `price_ladder()` of the database makes ladders; lines keep theirs (T31, T32). */
export interface LadderStep {
  min_steps: number;
  price_cents: number;
  source: PriceSource;
}

/** A ladder of one price. */
export const oneStep = (price_cents: number, source: PriceSource = 'wholesale'): LadderStep[] => [
  { min_steps: 1, price_cents, source },
];

/** The step of a ladder that an amount reaches. @param ladder begins with 1 */
export const stepAt = (ladder: readonly LadderStep[], steps: number): LadderStep =>
  ladder.findLast((one) => one.min_steps <= steps) ?? (ladder[0] as LadderStep);
