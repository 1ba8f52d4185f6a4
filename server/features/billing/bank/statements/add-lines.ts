import { setImmediate as turn } from 'node:timers/promises';
import { newId } from '../../../../kernel/ids';
import type { Db } from '../../../../platform/db/client';
import { maskersOf } from '../numbers';
import { addLines, type KnownLine, knownKeys, knownLines, lockLines, setAsideLines } from '../queries.sql';
import type { RawLine, RawStatement } from '../reading/raw';
import type { bankStatements } from '../tables';

/** Days in which the bank takes a credit back. */
const REVERSED_WITHIN = 15;
const DAY_MS = 86_400_000;
/** Rows of one statement: other work has its turn between them. */
const BATCH = 500;
/** Equal credits that a debit is compared with. */
const LOOKED_AT = 50;

type Statement = typeof bankStatements.$inferSelect;

/** A line that is about to be added. */
interface NewLine extends RawLine {
  id: string;
  onceKey: string;
  textKey: string | null;
  reverses: string | null;
  duplicateOf: string | null;
  status: 'open' | 'set_aside';
}

/**
 * Adds what of a file an account doesn't have: money out and fees set aside, what went back with the line that it takes back.
 * The account is locked.
 * @param hidden numbers of accounts, of which texts show the last four
 * @returns how many lines were new
 */
export async function addStatementLines(
  tx: Db,
  statement: Statement,
  { lines, keys, textKeys }: RawStatement,
  hidden: readonly string[],
): Promise<number> {
  if (lines.length === 0) return 0;
  const days = lines.map(({ day }) => day).sort();
  const known = await knownLines(tx, statement.accountId, earlier(days[0] as string), days.at(-1) as string);
  const had = new Set((await knownKeys(tx, statement.accountId, keys)).map((one) => one.once_key));
  const masked = maskersOf(hidden);
  const fresh: NewLine[] = [];
  for (const [at, line] of lines.entries()) {
    // Texts of 20,000 lines take a tenth of a second: others have their turn between them.
    if (at % BATCH === BATCH - 1) await turn();
    const onceKey = keys[at] as string;
    if (had.has(onceKey)) continue;
    had.add(onceKey);
    fresh.push({
      ...line,
      ...{ id: newId(), onceKey, textKey: textKeys[at] ?? null, reverses: null, duplicateOf: null },
      text: masked.text(line.text).slice(0, 500),
      // Compared as they are kept.
      reference: line.reference && masked.id(line.reference),
      bankId: line.bankId && masked.id(line.bankId),
      status: line.cents < 0 || line.kind === 'fee' ? 'set_aside' : 'open',
    });
  }
  nameDuplicates(fresh, known, statement.format);
  await nameReversals(tx, fresh, known);
  for (let from = 0; from < fresh.length; from += BATCH) {
    const rows = fresh.slice(from, from + BATCH).map((line) => rowOf(line, statement));
    await addLines(tx, JSON.stringify(rows));
  }
  return fresh.length;
}

/** The same money may be in a file of another form under another id: each line of it is that of one at most. */
function nameDuplicates(fresh: NewLine[], known: readonly KnownLine[], format: Statement['format']): void {
  const others = new Map<string, string[]>();
  for (const one of known) {
    if (one.format !== format) listOf(others, `${one.posted_on} ${one.cents}`).unshift(one.id);
  }
  for (const line of fresh) line.duplicateOf = others.get(`${line.day} ${line.cents}`)?.pop() ?? null;
}

interface Credit {
  id: string;
  day: string;
  cents: number;
  bankId: string | null;
  reference: string | null;
  line: NewLine | null;
  isTaken: boolean;
}

/** Credits by their amount, and by that with the bank's id or the reference. */
function creditsBy(fresh: readonly NewLine[], known: readonly KnownLine[]): Map<string, Credit[]> {
  const credits: Credit[] = [
    ...known.map(({ posted_on: day, bank_id: bankId, ...one }) => ({
      ...one,
      day,
      bankId,
      line: null,
      isTaken: false,
    })),
    ...fresh.map((line) => ({ ...line, line, isTaken: false })),
  ];
  const found = new Map<string, Credit[]>();
  for (const credit of credits.filter(({ cents }) => cents > 0)) {
    listOf(found, `${credit.cents}`).push(credit);
    if (credit.bankId !== null) listOf(found, `${credit.cents} id ${credit.bankId}`).push(credit);
    if (credit.reference !== null) listOf(found, `${credit.cents} ref ${credit.reference}`).push(credit);
  }
  return found;
}

/** Finds the credits that went back. With one that is open both are set aside; of a confirmed one the void is proposed. */
async function nameReversals(tx: Db, fresh: NewLine[], known: readonly KnownLine[]): Promise<void> {
  const credits = creditsBy(fresh, known);
  const found: Array<{ line: NewLine; credit: Credit }> = [];
  for (const line of fresh) {
    const credit = line.cents < 0 ? reversedBy(line, credits) : undefined;
    if (!credit) continue;
    credit.isTaken = true;
    found.push({ line, credit });
  }
  const stored = found.filter(({ credit }) => credit.line === null).map(({ credit }) => credit.id);
  const held = new Map(
    (stored.length > 0 ? await lockLines(tx, stored) : []).map((one) => [one.id, one.status]),
  );
  const aside: string[] = [];
  for (const { line, credit } of found) {
    line.kind = 'reversal';
    line.reverses = credit.id;
    if (credit.line) credit.line.status = 'set_aside';
    else if (held.get(credit.id) === 'confirmed') line.status = 'open';
    else aside.push(credit.id);
  }
  if (aside.length > 0) await setAsideLines(tx, aside);
}

/** The credit that a debit took back: by the same id or number, or the only equal one where the bank says that it is a reversal. */
function reversedBy(line: NewLine, credits: ReadonlyMap<string, Credit[]>): Credit | undefined {
  const within = (key: string) =>
    (credits.get(key) ?? [])
      .slice(-LOOKED_AT)
      .filter(
        (one) => !one.isTaken && one.day <= line.day && daysBetween(one.day, line.day) <= REVERSED_WITHIN,
      );
  const same = [
    ...(line.bankId === null ? [] : within(`${-line.cents} id ${line.bankId}`)),
    ...(line.reference === null ? [] : within(`${-line.cents} ref ${line.reference}`)),
  ];
  if (same.length > 0) return same.at(-1);
  const equal = line.kind === 'reversal' ? within(`${-line.cents}`) : [];
  return equal.length === 1 ? equal[0] : undefined;
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  if (list.length === 0) lists.set(key, list);
  return list;
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

const earlier = (day: string) =>
  new Date(Date.parse(day) - REVERSED_WITHIN * DAY_MS).toISOString().slice(0, 10);

function rowOf(line: NewLine, statement: Statement) {
  return {
    ...{ id: line.id, entity_id: statement.entityId, account_id: statement.accountId },
    ...{ statement_id: statement.id, format: statement.format, position: line.position },
    ...{ posted_on: line.day, amount_cents: line.cents, text: line.text, text_key: line.textKey },
    ...{ reference: line.reference, bank_id: line.bankId, once_key: line.onceKey },
    ...{ kind: line.kind, method: line.method, reverses: line.reverses },
    possible_duplicate_of: line.duplicateOf,
    status: line.status,
    aside_kind: line.status === 'set_aside' ? (line.kind === 'fee' ? 'fee' : 'other') : null,
  };
}
