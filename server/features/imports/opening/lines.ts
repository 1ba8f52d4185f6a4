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

function openOpeningCheck({ actor }: CheckContext) {
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
    return read.map(({ line, errors, customerName, entry }) => {
      const checked: CheckedLine = { ...emptyLine(line), customerName, errors };
      if (!entry) return checked;
      failEverywhere(errors, actor, ['amount']);
      const field = entry.external_id ? 'external_id' : 'customer';
      const [buyerId, other] = customers.get(line) ?? [];
      if (!buyerId) fail(errors, field, 'not_found', 'is not a customer of yours');
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
      if (same) return { ...checked, outcome: 'unchanged', data };
      return { ...checked, outcome: 'create', after: told(data), data };
    });
  };
}

const told = ({ customer, external_id, number, issued_on, due_on, amount }: OpeningEntry): Values => ({
  ...(customer !== undefined && { customer }),
  ...(external_id && { external_id: `${external_id.system}:${external_id.value}` }),
  ...{ number, issued_on, due_on, amount: toDollars(amount).toFixed(2) },
});

async function write(ctx: WriteContext, { data }: OpenLine): Promise<Omit<AppliedLine, 'line' | 'errors'>> {
  rejectLimited(ctx.actor, 'What a customer owes counts');
  const found = data as Found;
  const { buyerId, number, issued_on: issuedOn, due_on: dueOn, amount: amountCents } = found;
  await openBalance(ctx, { buyerId, number, issuedOn, dueOn, amountCents });
  return { outcome: 'create', before: null, after: told(found), note: null };
}
