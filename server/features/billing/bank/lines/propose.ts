import { setImmediate as turn } from 'node:timers/promises';
import { grouped } from '../../../../kernel/grouped';
import { toCents } from '../../../../kernel/money';
import type { ReadContext } from '../../../../operation/context';
import { textKeyOf } from '../reading/fold';
import type { BankLineView, Proposal } from '../resource';
import { chosen, draftsFor } from './candidates';
import { isTelling, Names, numbersIn, wordsIn, writtenAs } from './clues';
import { type Draft, type Facts, type OpenLine, published } from './facts';
import {
  customerNames,
  invoicesByBalance,
  invoicesByNumber,
  loosePayments,
  namesOf,
  oldestOf,
  reversedPayments,
  textsConfirmed,
  waitingRemittances,
} from './proposals.sql';

const MOST = 5;
/** Of a customer that a line names. */
const OLDEST = 40;
/** Lines between which other work has its turn. */
const PIECE = 20;

/** Adds to open lines what they may be, from what is recorded and owed now. Others have no proposals. */
export async function propose(ctx: ReadContext, lines: readonly BankLineView[]): Promise<BankLineView[]> {
  const open: OpenLine[] = lines
    .filter(({ status }) => status === 'open')
    .map((line) => ({
      ...{ id: line.id, day: line.posted_on, cents: signedCents(line.amount), text: line.text },
      ...{ reference: line.reference, reverses: line.reverses, words: wordsIn(line.text) },
      ...{ numbers: numbersIn(`${line.text} ${line.reference ?? ''}`), textKey: textKeyOf(line.text) },
    }));
  if (open.length === 0) return [...lines];
  const facts = await factsFor(ctx, open);
  const drafts = new Map<string, Draft[]>();
  for (const [at, line] of open.entries()) {
    if (at > 0 && at % PIECE === 0) await turn();
    drafts.set(line.id, chosen(draftsFor(line, facts)).slice(0, MOST));
  }
  const buyers = [...new Set([...drafts.values()].flat().flatMap(({ buyerId }) => buyerId))];
  const named = await customerNames(ctx.db, ctx.actor.entity.id, buyers);
  const names = new Map(named.map(({ buyer_id, name }) => [buyer_id, name]));
  return lines.map((line) => ({
    ...line,
    proposals: (drafts.get(line.id) ?? []).map((draft): Proposal => published(draft, names)),
  }));
}

const signedCents = (amount: number) => (amount < 0 ? -toCents(-amount) : toCents(amount));

async function factsFor({ db, actor }: ReadContext, lines: readonly OpenLine[]): Promise<Facts> {
  const sellerId = actor.entity.id;
  const amounts = [...new Set(lines.map(({ cents }) => cents))];
  const paid = amounts.filter((cents) => cents > 0);
  const days = lines.map(({ day }) => day).sort();
  const between: [string, string] = [days[0] as string, days.at(-1) as string];
  const numbers = [...new Set(lines.flatMap((line) => line.numbers))];
  const keys = [...new Set(lines.flatMap(({ textKey }) => textKey ?? []))];
  const [names, learned, numbered, equal, loose, sent, reversed] = await Promise.all([
    namesOf(db, sellerId),
    textsConfirmed(db, sellerId, keys),
    invoicesByNumber(db, sellerId, numbers.flatMap(writtenAs)),
    invoicesByBalance(db, sellerId, paid, MOST + 1),
    loosePayments(db, sellerId, amounts, between, referencesIn(lines)),
    waitingRemittances(db, sellerId, paid),
    reversedPayments(
      db,
      lines.flatMap(({ reverses }) => reverses ?? []),
    ),
  ]);
  const known = new Names(names);
  const learnedBy = grouped(learned, ({ text_key }) => text_key);
  const namedBy = new Map(
    lines.map((line) => {
      const texts = (line.textKey && learnedBy.get(line.textKey)) || [];
      return [
        line.id,
        { names: known.in(line.words), texts: texts.map(({ buyer_id }) => buyer_id) },
      ] as const;
    }),
  );
  const buyers = [...new Set([...namedBy.values()].flatMap((one) => [...one.names, ...one.texts]))];
  const oldest = buyers.length === 0 ? [] : await oldestOf(db, sellerId, buyers, OLDEST);
  return {
    namedBy,
    numbered: new Map([...numbered].reverse().map((one) => [numbersIn(one.number)[0] ?? '', one])),
    equal: grouped(equal, ({ cents }) => cents),
    oldest: grouped(oldest, ({ buyer_id }) => buyer_id),
    loose: grouped(loose, ({ cents }) => cents),
    sent: grouped(
      sent.filter(({ reference }) => isTelling(reference)),
      ({ cents }) => cents,
    ),
    reversed: grouped(reversed, ({ line_id }) => line_id),
  };
}

/** What of lines could be the reference of a payment: their own, and words with a digit. */
function referencesIn(lines: readonly OpenLine[]): string[] {
  const words = lines.flatMap(({ reference, words }) => [
    ...(reference === null ? [] : [reference]),
    ...[...words].filter((word) => word.length >= 3 && /\d/.test(word)),
  ]);
  return [...new Set(words)];
}
