import { unitsText } from '@/components/catalog/goods/amounts';
import { formatAmount, type Stepped } from '@/components/ui/format';
import type { Account, Holder, Recall } from './types';

/** The units of a recall, over all holders that are listed. */
export type RecallFigures = {
  /** In orders, to all customers. */
  shipped: number;
  /** On shelves of businesses that haven't responded. */
  waiting: number;
  /** Shipped and not received, or sent back and not counted. */
  moving: number;
  quarantined: number;
  returned: number;
  destroyed: number;
  sold: number;
  consumed: number;
  /** Short when their shipment arrived. */
  notArrived: number;
  /** Lost, or where no book says. */
  missing: number;
};

/** The order of the parts, units without a response first. */
export const PARTS: readonly { key: keyof RecallFigures; label: string; color: string }[] = [
  { key: 'waiting', label: 'Still on a shelf', color: 'bg-destructive' },
  { key: 'moving', label: 'Under way', color: 'bg-chart-5' },
  { key: 'missing', label: 'Unaccounted for', color: 'bg-chart-6' },
  { key: 'notArrived', label: 'Never arrived', color: 'bg-muted' },
  { key: 'quarantined', label: 'In quarantine', color: 'bg-chart-3' },
  { key: 'returned', label: 'Sent back', color: 'bg-chart-2' },
  { key: 'destroyed', label: 'Destroyed', color: 'bg-chart-1' },
  { key: 'sold', label: 'Already sold', color: 'bg-chart-4' },
  { key: 'consumed', label: 'Made into others', color: 'bg-control' },
];

/** Parts that are always shown; the others where they have units. */
const ALWAYS: readonly (keyof RecallFigures)[] = ['waiting', 'quarantined', 'returned', 'destroyed', 'sold'];

export const partsOf = (figures: RecallFigures) =>
  PARTS.filter(({ key }) => ALWAYS.includes(key) || figures[key] > 0);

/** Adds up where the units of all holders are; of a recall that closed without accounts, what each holder said. */
export function figuresOf(holders: readonly Holder[]): RecallFigures {
  const sum = (of: (holder: Holder) => number | null) =>
    holders.reduce((total, holder) => total + (of(holder) ?? 0), 0);
  const placed = (of: (account: Account) => number, stated: (holder: Holder) => number | null) =>
    sum((holder) => (holder.accounting ? of(holder.accounting) : stated(holder)));
  const shelf = ({ on_hand, reserved }: Account) => on_hand + reserved;
  const hasStated = ({ quarantined }: Holder) => quarantined !== null;
  return {
    shipped: sum((one) => one.shipped),
    waiting: sum((one) => {
      if (hasStated(one)) return 0;
      return one.accounting ? shelf(one.accounting) : (one.on_hand ?? one.held);
    }),
    moving: placed(
      ({ in_transit, returning }) => in_transit + returning,
      () => 0,
    ),
    quarantined: sum((one) =>
      one.accounting && hasStated(one) ? shelf(one.accounting) : one.accounting ? 0 : one.quarantined,
    ),
    returned: placed(
      ({ returned }) => returned,
      ({ returned }) => returned,
    ),
    destroyed: placed(
      ({ destroyed }) => destroyed,
      ({ destroyed }) => destroyed,
    ),
    sold: sum(soldOf),
    consumed: placed(
      ({ consumed }) => consumed,
      () => 0,
    ),
    notArrived: placed(
      ({ not_arrived }) => not_arrived,
      () => 0,
    ),
    missing: placed(
      ({ lost, unknown }) => lost + unknown,
      () => 0,
    ),
  };
}

/** Units that a holder sold: by its books, else as it said. */
export const soldOf = ({ accounting, already_sold }: Holder) => (accounting ? accounting.sold : already_sold);

const NOTED: readonly [keyof Account, string][] = [
  ['in_transit', 'under way'],
  ['not_arrived', 'never arrived'],
  ['returning', 'on the way back'],
  ['consumed', 'made into others'],
  ['passed_on', 'passed on'],
  ['lost', 'lost'],
  ['unknown', 'unaccounted for'],
  ['added', 'from elsewhere'],
];

/** The places of a holder's units that have no column: `4 on the way back, 1 lost`. */
export function accountNote(account: Account | null, isOwner: boolean, goods: Stepped = {}): string {
  if (!account) return '';
  return NOTED.flatMap(([key, label]) =>
    account[key] > 0 && !(isOwner && key === 'added')
      ? [`${formatAmount(account[key], goods)} ${label}`]
      : [],
  ).join(', ');
}

/** What a holder still has to say: nothing once it has responded or the recall is closed. */
export function mustRespond({ status, response }: Pick<Recall, 'status' | 'response'>): boolean {
  return (
    status === 'open' && response !== null && !mustCheck({ status, response }) && !hasResponded(response)
  );
}

/** Whether a holder has to check units without a lot before anything else. */
export function mustCheck({ status, response }: Pick<Recall, 'status' | 'response'>): boolean {
  return status === 'open' && response !== null && response.unassigned && response.found === null;
}

/** One that found units while it checked still has to say what it did with them. */
function hasResponded({ responded_at, unassigned, quarantined, on_hand }: Holder): boolean {
  return responded_at !== null && !(unassigned && quarantined === null && (on_hand ?? 0) > 0);
}

/** Why the numbers of a response don't account for every unit; null when they do. */
export function faultOfNumbers(
  numbers: { quarantined: number; destroyed: number; returned: number; already_sold: number },
  { onHand, sold, ...goods }: { onHand: number; sold: number } & Stepped,
): string | null {
  const kept = numbers.quarantined + numbers.destroyed + numbers.returned;
  if (kept > onHand) {
    return `You have ${formatAmount(onHand, goods)} on hand: quarantined, destroyed and sent back add up to ${formatAmount(kept, goods)}.`;
  }
  const missing = onHand + sold - kept - numbers.already_sold;
  if (missing > 0)
    return `${formatAmount(missing, goods)} of ${unitsText(onHand + sold, goods)} ${goods.step ? 'is' : 'are'} missing. Enter where they are.`;
  return null;
}
