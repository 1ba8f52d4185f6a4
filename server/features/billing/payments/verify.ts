import { toDollars } from '../../../kernel/money';
import type { Check } from '../../../platform/db/rollup.sql';
import { wrongPayments } from './verify.sql';

/** What `verify-ledger` checks of payments and what they settle (invariant 9 of trade). Nothing of it is repaired: it is evidence. */
export const PAYMENT_CHECKS: readonly Check[] = [
  {
    name: 'payments',
    async find(db) {
      const wrong = await wrongPayments(db);
      return wrong.map(
        ({ what, id, kept, counted }) =>
          `${what} ${id}: ${toDollars(kept)}, worked out ${toDollars(counted)}`,
      );
    },
  },
];
