import { BANK_LINES } from './bank-work';
import {
  ASKED_SUPPLIERS,
  CLAIMS,
  FAILED_SYNCS,
  FAILING_WEBHOOKS,
  LICENSE,
  READY_BACKORDERS,
  REJECTED_REPORTS,
  SENT_QUOTES,
  WAITING_REPORTS,
} from './business-work';
import { OPEN_DISPUTES, SENT_MONEY } from './claims-of-money';
import { OVERDUE_INVOICES } from './money-work';
import { ORDER_WORK, WITH_SUPPLIERS } from './order-work';
import { REQUESTS } from './request-work';
import { EXPIRING, RECALLS, UNCERTIFIED } from './stock-work';
import type { Found, Looking, Work } from './work';

/** Every kind of work, the most urgent first. A new kind is a new entry here. */
const WORK: readonly Work[] = [
  RECALLS,
  OVERDUE_INVOICES,
  ...ORDER_WORK,
  BANK_LINES,
  SENT_MONEY,
  OPEN_DISPUTES,
  REQUESTS,
  LICENSE,
  EXPIRING,
  READY_BACKORDERS,
  SENT_QUOTES,
  CLAIMS,
  UNCERTIFIED,
  REJECTED_REPORTS,
  WAITING_REPORTS,
  FAILED_SYNCS,
  FAILING_WEBHOOKS,
  WITH_SUPPLIERS,
  ASKED_SUPPLIERS,
];

/** A kind and what of it waits; null where that couldn't be read. */
type Read = { work: Work; found: Found | null };

/** Reads every kind of work of a member, in order: one that can't be read must not hide the others. */
export const readWork = (looking: Looking): Promise<Read[]> =>
  Promise.all(
    workOf(looking).map(async (work) => ({ work, found: await work.find(looking).catch(() => null) })),
  );

function workOf({ actor: { permissions, entity, locationLimit } }: Looking): Work[] {
  return WORK.filter(
    ({ needs, only, whole }) =>
      needs.every((need) => permissions.includes(need)) &&
      (!only || only.includes(entity.type)) &&
      !(whole && locationLimit),
  );
}
