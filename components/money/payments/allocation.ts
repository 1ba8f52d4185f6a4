/** An invoice that money can be applied to; what is left of it in US dollars. */
export interface Owed {
  id: string;
  number: string;
  due_on: string;
  balance: number;
  /** A credit that is on its way, in US dollars: a tick leaves it out. */
  pending_credit: number;
}

/** Dollars by the id of an invoice. */
export type Parts = ReadonlyMap<string, number>;

const cents = (dollars: number) => Math.round(dollars * 100);

/** The order in which money is applied: the oldest due date first, then the number. */
export const oldestFirst = <Invoice extends Owed>(invoices: readonly Invoice[]): Invoice[] =>
  [...invoices].sort((a, b) => compare(a.due_on, b.due_on) || compare(a.number, b.number));

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What a payment of so many dollars settles by itself, to the cent. */
export function fillOldest(amount: number, invoices: readonly Owed[]): Parts {
  let left = cents(amount);
  const parts = new Map<string, number>();
  for (const { id, balance } of oldestFirst(invoices)) {
    const part = Math.min(left, cents(balance));
    if (part <= 0) continue;
    parts.set(id, part / 100);
    left -= part;
  }
  return parts;
}

/** The parts with one of them changed. */
export function withPart(parts: Parts, id: string, part: number): Parts {
  const next = new Map(parts);
  if (part > 0) next.set(id, part);
  else next.delete(id);
  return next;
}

/** What of a payment settles nothing, in US dollars; less than 0 where more is applied than paid. */
export function restOf(amount: number, parts: Parts): number {
  const applied = [...parts.values()].reduce((sum, part) => sum + cents(part), 0);
  return (cents(amount) - applied) / 100;
}

/** What a tick applies to an invoice: its balance, less the credit that is on its way. */
export const tickOf = ({ balance, pending_credit }: Owed): number =>
  Math.max(0, cents(balance) - cents(pending_credit)) / 100;

/** What ticks of these invoices apply. */
export const ticksOf = (invoices: readonly Owed[]): Parts =>
  new Map(invoices.map((one) => [one.id, tickOf(one)] as const).filter(([, part]) => part > 0));

/** What is applied altogether, in US dollars. */
export const sumOf = (parts: Parts): number =>
  [...parts.values()].reduce((sum, part) => sum + cents(part), 0) / 100;

/** Those that a text is about: part of a number, or a balance as it is written. */
export function matching<Invoice extends Owed>(invoices: readonly Invoice[], text: string): Invoice[] {
  const typed = text.trim().toLowerCase();
  const plain = typed.replace(/[$,]/g, '');
  return invoices.filter(
    ({ number, balance }) => number.toLowerCase().includes(typed) || balance.toFixed(2).startsWith(plain),
  );
}
