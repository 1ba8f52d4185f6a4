import { formatAmount, formatCount, type Stepped } from '@/components/ui/format';
import { stepFrom, stepsOf } from '@/server/kernel/weights';

/** The steps of an amount that was typed, such as "1,204" or "12.34" of goods by the pound; null off the step, and for other text. */
export function stepsTyped(text: string, { step }: Stepped): number | null {
  const digits = text.replaceAll(/[\s,]/g, '');
  if (!(step ? /^(?:\d{1,10}(?:\.\d{0,4})?|\.\d{1,4})$/ : /^\d{1,10}$/).test(digits)) return null;
  return stepsOf(Number(digits), stepFrom(step ?? null));
}

/** How amounts of goods are entered, for the problem of a field: "Enter multiples of 0.01 lb", "Enter a whole number". */
export const entryOf = ({ unit, step }: Stepped): string =>
  unit && step ? `Enter multiples of ${step} ${unit}` : 'Enter a whole number';

/** A count of steps as it is typed into a field: "12.34". */
export const typedAmount = (count: number, { step }: Stepped): string =>
  String(step ? Number((count * step).toFixed(4)) : count);

/** A count of goods with what they are counted in: "5 units", "12.34 lb". */
export const unitsText = (count: number, goods: Stepped): string =>
  goods.step ? formatAmount(count, goods) : formatCount(count, 'unit');

/** A sum of stock by step as the API has it: "1,204 units and 12.34 lb". */
export const partsText = (amounts: ReadonlyArray<{ units: number } & Stepped>): string =>
  totalText(amounts.map(({ units, ...goods }) => ({ count: units, goods })));

/** Sums of goods by unit: "5 units", "12.34 lb", "5 units and 12.34 lb". */
export function totalText(parts: ReadonlyArray<{ count: number; goods: Stepped }>): string {
  const units = parts.filter(({ goods }) => !goods.step).reduce((sum, { count }) => sum + count, 0);
  const weighed = parts.filter(({ goods }) => goods.step);
  const unitsOf = [...new Set(weighed.map(({ goods }) => goods.unit))];
  const texts = unitsOf.map((unit) => {
    const amounts = weighed.filter(({ goods }) => goods.unit === unit);
    const sum = amounts.reduce((total, { count, goods }) => total + count * (goods.step ?? 1), 0);
    return formatAmount(sum, { unit, step: 1 });
  });
  return [...(units > 0 || texts.length === 0 ? [formatCount(units, 'unit')] : []), ...texts].join(' and ');
}
