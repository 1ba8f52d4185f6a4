import { createLoader, createParser } from 'nuqs/server';

/** The lengths of a period that can be chosen, in days. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
const DEFAULT: Period = 30;

const parseAsPeriod = createParser<Period>({
  parse: (text) => PERIODS.find((days) => String(days) === text) ?? null,
  serialize: String,
});

/** What of the overview lives in the address: `?days=7`. */
export const periodParsers = { days: parseAsPeriod.withDefault(DEFAULT) };
export const loadPeriod = createLoader(periodParsers);
