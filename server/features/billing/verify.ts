import { isDeepStrictEqual } from 'node:util';
import { toDollars } from '../../kernel/money';
import type { Db } from '../../platform/db/client';
import type { Check } from '../../platform/db/rollup.sql';
import { documentAfter, wholeOf } from './credits/difference';
import { freeze } from './invoices/document';
import { documentsAfter, wrongAllocations, wrongNumbers } from './queries.sql';

const BATCH = 500;

/** Works every invoice and each of its credit notes out again. */
async function wrongDocuments(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for (let after: string | null = null; ; ) {
    const rows: Billed[] = await documentsAfter(db, after, BATCH);
    for (const one of rows) wrong.push(...faultsOf(one));
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return wrong;
  }
}

type Billed = Awaited<ReturnType<typeof documentsAfter>>[number];

/** What is wrong with an invoice and its notes: one that lacks what it is worked out from hides no other. */
function faultsOf(billed: Billed): string[] {
  const name = `invoice ${billed.number} (${billed.id})`;
  try {
    return differencesOf(billed, name);
  } catch (error) {
    return [`${name}: its document can't be worked out: ${(error as Error).message}`];
  }
}

function differencesOf({ document, sums, notes }: Billed, name: string): string[] {
  const wrong: string[] = [];
  const frozen = freeze(document.lines, document);
  const { subtotalCents, discountCents, freightCents, taxCents, totalCents } = frozen.totals;
  const computed = [subtotalCents, discountCents, freightCents, taxCents, totalCents];
  if (!isDeepStrictEqual(computed, sums) || !isDeepStrictEqual(frozen.document.lines, document.lines)) {
    wrong.push(`${name}: ${sums.map(toDollars)}, worked out ${computed.map(toDollars)}`);
  }
  let left = totalCents;
  for (const { number, total, remaining } of notes) {
    const now = documentAfter(document, remaining).totalCents;
    if (left - now !== total) {
      wrong.push(
        `credit note ${number} of ${name}: ${toDollars(total)}, worked out ${toDollars(left - now)}`,
      );
    }
    left = now;
  }
  if (documentAfter(document, wholeOf(document)).totalCents !== totalCents) {
    wrong.push(`${name}: its document adds up to something else`);
  }
  return wrong;
}

/** What `verify-ledger` checks of money (invariants 7 and 8 of trade). Nothing of it is repaired: it is evidence. */
export const BILLING_CHECKS: readonly Check[] = [
  {
    name: 'document numbers',
    async find(db) {
      const wrong = await wrongNumbers(db);
      return wrong.map(
        ({ seller_id, kind, counted, last, kept }) =>
          `${kind} numbers of ${seller_id}: ${counted} up to ${last}, counter ${kept}`,
      );
    },
  },
  { name: 'invoices', find: wrongDocuments },
  {
    name: 'allocations',
    async find(db) {
      const wrong = await wrongAllocations(db);
      return wrong.map(
        ({ what, number, kept, counted }) =>
          `${what} ${number}: settled ${toDollars(kept)}, allocations ${toDollars(counted)}`,
      );
    },
  },
];
