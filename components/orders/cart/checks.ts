import { breakText, type Ladder, priceAt } from '@/components/catalog/pricing/ladder';
import type { OrderQuote, QuotedLine, Shortage } from '@/components/orders/types';
import { type CartLine, type Delivery, type LineTerms, lineKey, subtotalOf } from './cart';

/** What the supplier says now of a line that was put in earlier. */
export type LineCheck = {
  /** What it costs now. */
  price: number;
  /** What more would cost: "2 more for $18.00"; null where more isn't cheaper. */
  more: string | null;
  /** What it cost when it was put in, if that was another price. */
  priceBefore: number | null;
  /** `gone`: no longer sold. `short`: fewer are available than wanted, and the order would be rejected. */
  problem: 'gone' | 'short' | null;
  /** Units that the order would not have, where it takes what there is. */
  missing: number;
  /** Units that an order could reserve; null until the supplier was asked. */
  available: number | null;
  /** Units that expire before the delivery day; absent until the supplier was asked. */
  expiring?: number;
  /** What else placing would meet, as sentences. */
  said?: readonly string[];
};

type Lines = ReadonlyMap<
  string,
  Pick<QuotedLine, 'unit_price' | 'available_quantity'> &
    Partial<Pick<QuotedLine, 'expires_before_delivery'>> & { price_ladder?: Ladder; said?: readonly string[] }
>;
type Line = CartLine & LineTerms;

/** The price that a seller gave a line; null where it follows from the ladder. */
const givenPrice = ({ manual_price, sample }: LineTerms) => (sample ? 0 : (manual_price ?? null));

/** @param quoted by the lines' keys; null until the server was asked */
export function checkLine(line: Line, quoted: Lines | null, shortage: Shortage = 'reject'): LineCheck {
  const given = givenPrice(line);
  const more = (ladder: Ladder | undefined) =>
    given === null ? breakText(ladder, line.quantity, line) : null;
  const priced = given ?? line.unit_price;
  const unknown = { price: priced, priceBefore: null, missing: 0, more: more(line.price_ladder) };
  if (!quoted) return { ...unknown, problem: null, available: null };
  const offer = quoted.get(lineKey(line));
  if (!offer) return { ...unknown, more: null, problem: 'gone', available: 0 };
  const { available_quantity: available, price_ladder: ladder, expires_before_delivery, said } = offer;
  // The quantity may have changed since the server was asked.
  const price = given ?? priceAt(ladder, line.quantity, line) ?? offer.unit_price;
  const isShort = available < line.quantity;
  const { case_size = 1 } = line;
  // An order takes whole cases of what there is.
  const rest = available - (available % case_size);
  return {
    price,
    more: more(ladder),
    priceBefore: price === priced ? null : priced,
    problem: isShort && shortage === 'reject' ? 'short' : null,
    missing: isShort && shortage !== 'reject' ? line.quantity - rest : 0,
    available,
    ...(expires_before_delivery && { expiring: expires_before_delivery }),
    ...(said && { said }),
  };
}

/** Dollars for what an order would have of a line. */
export const totalOf = (line: Line, { price, missing }: LineCheck): number =>
  subtotalOf([{ ...line, unit_price: price, quantity: line.quantity - missing }]);

/** True when a line is dearer, cheaper, gone, short or expires too early by `now`, and was not by what the person has seen. */
export function hasNews(
  lines: readonly Line[],
  seen: Lines | null,
  now: Lines,
  shortage: Shortage = 'reject',
): boolean {
  return lines.some((line) => {
    const before = checkLine(line, seen, shortage);
    const after = checkLine(line, now, shortage);
    return (
      before.price !== after.price ||
      (after.problem !== null && before.problem !== after.problem) ||
      (after.expiring ?? 0) > (before.expiring ?? 0)
    );
  });
}

/** Whether the form asks what to do with what is short: where something is, and where something else than rejecting is chosen. */
export function asksShortage(lines: readonly Line[], quoted: Lines | null, shortage: Shortage): boolean {
  return shortage !== 'reject' || lines.some((line) => checkLine(line, quoted).problem === 'short');
}

/** Why an order would be rejected that is about none of its lines; empty or absent without such a reason. */
export function problemOf(quote: Pick<OrderQuote, 'problems'> | null): string | undefined {
  const problems = quote?.problems.filter(({ index }) => index === null);
  return problems?.map(({ message }) => message).join(' ');
}

export type DeliveryErrors = Partial<Record<'delivery_date' | 'window', string>>;

/** @param today in the business's timezone, YYYY-MM-DD */
export function checkDelivery(
  delivery: Pick<Delivery, 'delivery_date' | 'window_from' | 'window_to'>,
  today: string,
): DeliveryErrors {
  const errors: DeliveryErrors = {};
  const { delivery_date: date, window_from: from, window_to: to } = delivery;
  if (date !== null && date < today) errors.delivery_date = 'Choose today or a later date.';
  if (date !== null && date > lastDay(today)) errors.delivery_date = 'Choose a date within one year.';
  if (Boolean(from) !== Boolean(to)) errors.window = 'Enter both times, or neither.';
  else if (from && to && from >= to) errors.window = 'The latest time must be after the earliest.';
  return errors;
}

/** `HH:MM-HH:MM`, or null without a window. */
export function windowOf({
  window_from: from,
  window_to: to,
}: Pick<Delivery, 'window_from' | 'window_to'>): string | null {
  return from && to ? `${from}-${to}` : null;
}

/** The times of a window; none of free text, which programs may send. */
export function timesOf(window: string | null): Pick<Delivery, 'window_from' | 'window_to'> {
  const [, from = '', to = ''] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(window ?? '') ?? [];
  return { window_from: from, window_to: to };
}

/** The last day that an order may name: a year ahead. */
export function lastDay(today: string): string {
  return `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`.replace('-02-29', '-02-28');
}
