import { PAYMENT_CHECKS } from '../../features/billing/payments/verify';
import { BILLING_CHECKS } from '../../features/billing/verify';
import { STOCK_CHECKS } from '../../features/inventory/ledger/verify';
import { ORDER_CHECKS } from '../../features/orders/figures/verify';
import { AUDIT_TOTALS } from '../../platform/audit-log/seal.sql';
import type { Check } from '../../platform/db/rollup.sql';

/** What `verify-ledger` compares, besides the ledger itself; `rebuild` repairs what is kept, each after what it is counted from. */
export const CHECKS: readonly Check[] = [
  ...STOCK_CHECKS,
  ...ORDER_CHECKS,
  ...BILLING_CHECKS,
  ...PAYMENT_CHECKS,
  AUDIT_TOTALS,
];
