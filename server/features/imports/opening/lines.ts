import { dateIn } from '../../../kernel/clock';
import { toDollars } from '../../../kernel/money';
import type { WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { openBalance } from '../../billing/invoices/service';
import { customersNamed, openingsOf } from '../../billing/invoices/service.sql';
import {
  type AppliedLine,
  type CheckContext,
  type CheckedLine,
  emptyLine,
  FirstLines,
  fail,
  failEverywhere,
  type LineKind,
  type Values,
} from '../lines/line';
import type { Item } from '../migrations/items.sql';
import { itemsOf, sourced } from '../migrations/keeping';
import { customerOf, openCustomers } from '../migrations/references';
import { namedBy } from '../orders/lines';
import type { OpenLine } from '../queries';
import { applyEach } from '../running/apply-line';
import type { OpeningEntry, ReadOpening } from './read';

/** A line whose customer was found. */
interface Found extends OpeningEntry {
  buyerId: string;
}

export const OPENING_LINES: LineKind = {
  openCheck: openOpeningCheck,
  apply: applyEach(write),
};

function openOpeningCheck({ actor, leased: { migration } }: CheckContext) {
  const numbers = new FirstLines();
  const me = actor.entity.id;
  return async (db: WriteContext['db'], lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadOpening[];
    const entries = read.flatMap(({ line, entry }) => (entry ? [{ line, ...entry }] : []));
    const customers = new Map(
      (
        await customersNamed(
          db,
          me,
          entries.map(({ line, customer = null, external_id }) => ({
            ...{ line, name: customer },
            ...{ system: external_id?.system ?? null, value: external_id?.value ?? null },
          })),
        )
      ).map(({ line, ids }) => [line, ids]),
    );
    const refs = entries.map(({ customer, external_id }) => ({ customer, customerId: external_id?.value }));
    const moved = migration ? await openCustomers(db, me, migration, refs, namedBy(db, me)) : null;
    const items = await itemsOf(db, migration, 'opening_balances', read);
    const stored = new Map(
      (
        await openingsOf(
          db,
          me,
          entries.map(({ number }) => number),
        )
      ).map((one) => [one.number, one]),
    );
    const today = dateIn(actor.entity.timezone);
    const check = ({ line, errors, customerName, entry, source }: ReadOpening): CheckedLine => {
      const checked: CheckedLine = { ...emptyLine(line), customerName, errors };
      if (!entry || (source?.closed && errors.length === 0)) return checked;
      const item = items.get(source?.id ?? '');
      if (item && errors.length === 0) return { ...checked, ...repeated(entry, item), data: null };
      failEverywhere(errors, actor, ['amount']);
      const field = entry.external_id ? 'external_id' : 'customer';
      const ref = { customer: entry.customer, customerId: entry.external_id?.value };
      const led = moved?.(ref);
      const [named, other] = customers.get(line) ?? [];
      const buyerId = moved ? customerOf(errors, led, ref) : named;
      if (moved) {
        if (led === 'coming' && errors.length === 0) {
          return { ...checked, outcome: 'create', after: told(entry), imported: told(entry) };
        }
      } else if (!buyerId) fail(errors, field, 'not_found', 'is not a customer of yours');
      else if (other) fail(errors, field, 'ambiguous', 'names several customers: send the external id');
      if (entry.issued_on > today) fail(errors, 'issued_on', 'date_in_future', 'must not be in the future');
      const earlier = numbers.earlier(entry.number, line);
      if (earlier !== undefined) fail(errors, 'number', 'duplicate', `repeats the number of line ${earlier}`);
      const same = stored.get(entry.number);
      const isSame =
        same?.buyerId === buyerId &&
        same?.issuedOn === entry.issued_on &&
        same.dueOn === entry.due_on &&
        same.amountCents === entry.amount;
      if (same && !isSame) fail(errors, 'number', 'duplicate', 'is the number of another opening balance');
      if (errors.length > 0 || !buyerId) return checked;
      const data: Found = { ...entry, buyerId };
      if (same) return { ...checked, outcome: 'unchanged', data, imported: migration && told(data) };
      return { ...checked, outcome: 'create', after: told(data), data, imported: migration && told(data) };
    };
    return read.map((one) => sourced(check(one), one.source));
  };
}

/** A balance is entered once: what is paid there later is a remark. */
function repeated({ amount }: OpeningEntry, { imported }: Item): Pick<CheckedLine, 'outcome' | 'note'> {
  const now = toDollars(amount).toFixed(2);
  const note =
    imported.amount === now
      ? null
      : `balance: it was ${imported.amount} when it was entered; the source says ${now}.`;
  return { outcome: 'unchanged', note };
}

const told = ({ customer, external_id, number, issued_on, due_on, amount }: OpeningEntry): Values => ({
  ...(customer !== undefined && { customer }),
  ...(external_id && { external_id: `${external_id.system}:${external_id.value}` }),
  ...{ number, issued_on, due_on, amount: toDollars(amount).toFixed(2) },
});

async function write(
  ctx: WriteContext,
  { data, note, outcome }: OpenLine,
): Promise<Omit<AppliedLine, 'line' | 'errors'>> {
  if (data === null || outcome === 'unchanged')
    return { outcome: 'unchanged', before: null, after: null, note };
  rejectLimited(ctx.actor, 'What a customer owes counts');
  const found = data as Found;
  const { buyerId, number, issued_on: issuedOn, due_on: dueOn, amount: amountCents } = found;
  await openBalance(ctx, { buyerId, number, issuedOn, dueOn, amountCents });
  return { outcome: 'create', before: null, after: told(found), note: null };
}
