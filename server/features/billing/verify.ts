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
    const rows: Awaited<ReturnType<typeof documentsAfter>> = await documentsAfter(db, after, BATCH);
    for (const { id, number, document, sums, notes } of rows) {
      const frozen = freeze(document.lines, document);
      const { subtotalCents, discountCents, freightCents, taxCents, totalCents } = frozen.totals;
      const computed = [subtotalCents, discountCents, freightCents, taxCents, totalCents];
      if (!isDeepStrictEqual(computed, sums) || !isDeepStrictEqual(frozen.document.lines, document.lines)) {
        wrong.push(
          `invoice ${number} (${id}): ${sums.map(toDollars)}, worked out ${computed.map(toDollars)}`,
        );
      }
      let left = totalCents;
      for (const { number: note, total, remaining } of notes) {
        const now = documentAfter(document, remaining).totalCents;
        if (left - now !== total) {
          wrong.push(
            `credit note ${note} of invoice ${number} (${id}): ${toDollars(total)}, worked out ${toDollars(left - now)}`,
          );
        }
        left = now;
      }
      if (documentAfter(document, wholeOf(document)).totalCents !== totalCents) {
        wrong.push(`invoice ${number} (${id}): its document adds up to something else`);
      }
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return wrong;
  }
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
