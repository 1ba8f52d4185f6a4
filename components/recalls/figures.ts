import type { Holder, Recall } from './types';

/** The units of a recall, over all holders that are listed. */
export type RecallFigures = {
  /** In orders, to all customers. */
  shipped: number;
  /** On shelves of businesses that haven't responded. */
  waiting: number;
  quarantined: number;
  destroyed: number;
  returned: number;
  sold: number;
};

/** The order of the parts, units without a response first. */
export const PARTS: readonly { key: keyof RecallFigures; label: string; color: string }[] = [
  { key: 'waiting', label: 'Still on a shelf', color: 'bg-destructive' },
  { key: 'quarantined', label: 'In quarantine', color: 'bg-chart-3' },
  { key: 'returned', label: 'Sent back', color: 'bg-chart-2' },
  { key: 'destroyed', label: 'Destroyed', color: 'bg-chart-1' },
  { key: 'sold', label: 'Already sold', color: 'bg-chart-4' },
];

/** Adds up what holders have and said. Units of a closed recall are no longer counted live, only as stated. */
export function figuresOf(holders: readonly Holder[]): RecallFigures {
  const sum = (of: (holder: Holder) => number | null) =>
    holders.reduce((total, holder) => total + (of(holder) ?? 0), 0);
  return {
    shipped: sum((one) => one.shipped),
    waiting: sum((one) => (one.responded_at ? 0 : (one.on_hand ?? one.held))),
    quarantined: sum((one) => one.quarantined),
    destroyed: sum((one) => one.destroyed),
    returned: sum((one) => one.returned),
    sold: sum((one) => one.already_sold),
  };
}

/** What a holder still has to say: nothing once it has responded or the recall is closed. */
export function mustRespond(recall: Recall): boolean {
  return recall.status === 'open' && recall.response !== null && recall.response.responded_at === null;
}

/** Why the numbers of a response don't account for every unit; null when they do. */
export function faultOfNumbers(
  numbers: { quarantined: number; destroyed: number; returned: number; already_sold: number },
  { onHand, sold }: { onHand: number; sold: number },
): string | null {
  const kept = numbers.quarantined + numbers.destroyed + numbers.returned;
  if (kept > onHand) {
    return `You have ${onHand} on hand: quarantined, destroyed and sent back add up to ${kept}.`;
  }
  const missing = onHand + sold - kept - numbers.already_sold;
  if (missing > 0) return `${missing} of ${onHand + sold} units are missing. Enter where they are.`;
  return null;
}
