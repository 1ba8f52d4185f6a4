import { z } from 'zod';
import { amountField } from './amounts';

/** When rules between fields are checked: beside the fields' own errors. */
export const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** More than any count of steps comes to. */
const MOST = 2_000_000_000_000;

const inPlaceOf = (count: string) =>
  `In place of \`${count}\`: the amount in the unit of the variant, a multiple of its \`step\``;

/** A field that takes an amount of goods in place of a count of their steps. */
export const amountFor = (count: string) =>
  z
    .number()
    .min(0)
    .max(MOST)
    .meta({ description: inPlaceOf(count) });
/** The same of a change, which may take away. */
export const changeFor = (count: string) =>
  z
    .number()
    .min(-MOST)
    .max(MOST)
    .meta({ description: inPlaceOf(count) });
/** The same of at least something. */
export const someFor = (count: string, most = MOST) =>
  z
    .number()
    .min(0.0001, 'must be at least 0.0001')
    .max(most)
    .meta({ description: inPlaceOf(count) });

/** How much of its goods a line asks for. */
export const AmountAsked = someFor('quantity', 1_000_000_000);

/** Takes at most one of a count and its amount, reported beside other errors. */
export function eitherOf<S extends z.ZodObject>(
  body: S,
  ...counts: ReadonlyArray<keyof S['shape'] & string>
): S {
  return counts.reduce<S>((checked, count) => {
    const field = amountField(count);
    return checked.refine((sent) => sent[count] === undefined || sent[field] === undefined, {
      path: [field],
      error: `must not come with ${count}`,
      params: { code: 'ambiguous' },
      when: isObject,
    });
  }, body);
}

/** Takes exactly one of a count and its amount, reported beside other errors. */
export function measured<S extends z.ZodObject>(body: S, count: keyof S['shape'] & string = 'quantity'): S {
  const field = amountField(count);
  return eitherOf(body, count).refine((sent) => sent[count] !== undefined || sent[field] !== undefined, {
    path: [count],
    error: `is required without ${field}`,
    params: { code: 'required' },
    when: isObject,
  });
}
