import * as z from 'zod/mini';

/** The highest threshold that the server takes (decision 19). */
const MOST_UNITS = 1_000_000;

const WHOLE = 'Enter a whole number of units';

/** What the form of the stock's settings holds. */
export const SettingsValues = z.object({
  low_stock_threshold: z.nullable(z.number()).check(
    z.refine((units) => units !== null && Number.isInteger(units) && units >= 0, WHOLE),
    z.refine(
      (units) => units === null || units <= MOST_UNITS,
      `Use at most ${MOST_UNITS.toLocaleString('en-US')}`,
    ),
  ),
});
