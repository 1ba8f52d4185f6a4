import type { Db } from '../../../platform/db/client';
import { withFreight } from '../../pricing/document';
import type { LockedOrder } from '../flow/lock';
import type { Outcome } from '../flow/outcomes';
import { type KeptLine, keptLines } from '../money/kept.sql';
import { documentOf, type OrderTerms } from '../money/pricing';
import { sentBack } from './split';

/** What the buyer is owed for what it didn't accept of a locked order, in cents: nothing is read where it accepted everything. */
export async function creditFor(
  db: Db,
  { order, terms }: Pick<LockedOrder, 'order' | 'terms'>,
  outcomes: readonly Outcome[],
): Promise<number> {
  if (outcomes.every((outcome) => sentBack(outcome) + outcome.short === 0)) return 0;
  return creditCents(await keptLines(db, order.id), terms, outcomes);
}

/** The document of what was shipped, less that of what was accepted, each rounded as a whole; freight stays (decision 671). */
export function creditCents(
  lines: readonly KeptLine[],
  terms: OrderTerms,
  outcomes: readonly Outcome[],
): number {
  const of = (units: (outcome: Outcome) => number) =>
    lines.map((line) => ({ ...line, quantity: unitsOf(line.id, outcomes, units) }));
  const shipped = documentOf(
    of((outcome) => outcome.accepted + sentBack(outcome) + outcome.short),
    terms,
  );
  const adjustments = withFreight(terms.adjustments ?? [], shipped.freightCents);
  const accepted = documentOf(
    of((outcome) => outcome.accepted),
    { ...terms, adjustments },
  );
  return shipped.totalCents - accepted.totalCents;
}

const unitsOf = (lineId: string, outcomes: readonly Outcome[], units: (outcome: Outcome) => number) =>
  outcomes.reduce((sum, one) => (one.orderItemId === lineId ? sum + units(one) : sum), 0);
