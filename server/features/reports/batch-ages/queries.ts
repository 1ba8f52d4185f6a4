import { toDollars } from '../../../kernel/money';
import { amountAlike, type SoldAlike, stepsAlike } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import { unitsByAge } from './queries.sql';
import { AGES, type BatchAges } from './schema';

const NONE: SoldAlike = { alike: true, unit: null, step: null };

/** Reads the stock in batches of the member's locations by age, in the business's own calendar. */
export async function getBatchAges({ db, actor }: ReadContext): Promise<BatchAges> {
  const rows = new Map((await unitsByAge(db, actor)).map((row) => [row.place, row]));
  return {
    ages: [...AGES, null].map((to_days, place) => {
      const row = rows.get(place);
      return {
        from_days: place === 0 ? 0 : (AGES[place - 1] ?? 0) + 1,
        to_days,
        batches: row?.batches ?? 0,
        units: row?.units ?? 0,
        ...stepsAlike(row ?? NONE),
        amount: amountAlike(row?.units ?? 0, row ?? NONE),
        value: toDollars(row?.cents ?? 0),
      };
    }),
  };
}
