import { grouped } from '../../../../kernel/grouped';
import { toDollars } from '../../../../kernel/money';
import { isInReach } from './choose';
import { hasReference } from './clues';
import type { Draft, Facts, OpenLine } from './facts';
import type { OpenInvoice } from './proposals.sql';
import { onlySum } from './sums';

const RETURNED = 'Returned by the bank';

/** All that a line may be, the surest first. */
export function draftsFor(line: OpenLine, facts: Facts): Draft[] {
  if (line.reverses !== null) return reversals(line, facts);
  const recorded = byHand(line, facts);
  if (line.cents < 0) return recorded;
  const sent = remitted(line, facts);
  const numbered = byNumbers(line, facts);
  const named = byName(line, facts);
  // What is recorded or announced is the same money as the invoices that it is for.
  const first = withoutSame(withoutSame(recorded, sent), numbered);
  return [...first, ...named, ...byAmount(line, facts)];
}

const withoutSame = (surer: readonly Draft[], others: readonly Draft[]) => [
  ...surer,
  ...others.filter(({ buyerId }) => !surer.some((one) => one.buyerId === buyerId)),
];

/** Those of the surest kind; several of that are all possible alone. */
export function chosen(drafts: readonly Draft[]): Draft[] {
  const best = (['certain', 'likely'] as const).find((sure) => drafts.some((draft) => draft.sure === sure));
  const found = best ? drafts.filter(({ sure }) => sure === best) : [...drafts];
  const once = found.filter(
    ({ confirm }, at) =>
      found.findIndex((other) => JSON.stringify(other.confirm) === JSON.stringify(confirm)) === at,
  );
  return once.length > 1 ? once.map((draft) => ({ ...draft, sure: 'possible' })) : once;
}

function reversals(line: OpenLine, { reversed }: Facts): Draft[] {
  const payments = reversed.get(line.reverses ?? '') ?? [];
  return payments
    .filter(({ cents }) => cents === -line.cents)
    .map(({ id, buyer_id: buyerId }) => ({
      sure: 'certain',
      because: ['reversal', 'amount'],
      confirm: { void_payment_id: id, reason: RETURNED },
      ...{ buyerId, invoices: [] },
    }));
}

function byHand(line: OpenLine, { loose }: Facts): Draft[] {
  return (loose.get(line.cents) ?? []).flatMap(
    ({ id, buyer_id: buyerId, received_on, reference }): Draft[] => {
      const isNear = isInReach(received_on, line.day);
      const isNamed = reference !== null && hasReference(line, reference);
      if (!isNear && !isNamed) return [];
      return [
        {
          sure: 'certain',
          because: ['payment', 'amount', ...(isNamed ? (['reference'] as const) : (['day'] as const))],
          confirm: { payment_ids: [id] },
          ...{ buyerId, invoices: [] },
        },
      ];
    },
  );
}

function remitted(line: OpenLine, { sent }: Facts): Draft[] {
  return (sent.get(line.cents) ?? [])
    .filter(({ reference }) => hasReference(line, reference))
    .map(({ id, buyer_id: buyerId }) => ({
      sure: 'certain',
      because: ['remittance', 'reference', 'amount'],
      confirm: { payments: [{ customer_id: buyerId, amount: toDollars(line.cents), remittance_id: id }] },
      ...{ buyerId, invoices: [] },
    }));
}

/** Invoices that a text names, of one customer each: there are no sums across customers. */
function byNumbers(line: OpenLine, { numbered }: Facts): Draft[] {
  const found = line.numbers.flatMap((number) => numbered.get(number) ?? []);
  const byBuyer = grouped(found, ({ buyer_id }) => buyer_id);
  return [...byBuyer].map(([buyerId, invoices]): Draft => {
    const sum = invoices.reduce((total, { cents }) => total + cents, 0);
    const isOnly = byBuyer.size === 1;
    if (sum === line.cents) {
      const sure = isOnly ? 'certain' : 'possible';
      return draft(line, {
        sure,
        because: ['number', invoices.length > 1 ? 'sum' : 'amount'],
        buyerId,
        invoices,
      });
    }
    const because: Draft['because'] = ['number', sum > line.cents ? 'part' : 'rest'];
    return draft(line, { sure: isOnly ? 'likely' : 'possible', because, buyerId, invoices });
  });
}

/** Customers that a text names, with one balance or the only sum of several. */
function byName(line: OpenLine, { namedBy, oldest }: Facts): Draft[] {
  const { names = [], texts = [] } = namedBy.get(line.id) ?? {};
  return [...new Set([...names, ...texts])].flatMap((buyerId): Draft[] => {
    const clue = names.includes(buyerId) ? 'name' : 'text';
    const open = oldest.get(buyerId) ?? [];
    const equal = open.filter(({ cents }) => cents === line.cents);
    if (equal.length > 0) {
      const sure = equal.length === 1 ? 'likely' : 'possible';
      return equal.map((one) => draft(line, { sure, because: [clue, 'amount'], buyerId, invoices: [one] }));
    }
    const places = onlySum(
      open.map(({ cents }) => cents),
      line.cents,
    );
    if (places) {
      const invoices = places.map((at) => open[at] as OpenInvoice);
      return [draft(line, { sure: 'likely', because: [clue, 'sum'], buyerId, invoices })];
    }
    const payments = [{ customer_id: buyerId, amount: toDollars(line.cents) }];
    return [{ sure: 'possible', because: [clue], confirm: { payments }, buyerId, invoices: [] }];
  });
}

const byAmount = (line: OpenLine, { equal }: Facts): Draft[] =>
  (equal.get(line.cents) ?? []).map((one) =>
    draft(line, { sure: 'possible', because: ['amount'], buyerId: one.buyer_id, invoices: [one] }),
  );

/** A payment of all of a line, which settles invoices in their order as far as it reaches; what is left stays unapplied. */
function draft(line: OpenLine, given: Omit<Draft, 'confirm'>): Draft {
  let left = line.cents;
  const allocations = given.invoices.flatMap(({ id, cents }) => {
    const part = Math.min(left, cents);
    left -= part;
    return part > 0 ? [{ invoice_id: id, amount: toDollars(part) }] : [];
  });
  const payments = [{ customer_id: given.buyerId, amount: toDollars(line.cents), allocations }];
  return { ...given, confirm: { payments } };
}
