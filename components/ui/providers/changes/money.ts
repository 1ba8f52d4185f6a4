import type { Changes } from './stale';

/** What operations on invoices, credits, payments, remittances and tax rules change. */
export const MONEY_CHANGES: Changes = {
  'creditNotes.allocate': ['invoice.settled'],
  'invoices.dispute': ['invoice.disputed'],
  'invoices.issueCredit': ['credit.issued', 'invoice.settled'],
  'invoices.issuePendingCredit': ['credit.issued', 'invoice.settled'],
  'invoices.update': ['invoice.named'],
  'payments.allocate': ['invoice.settled'],
  'payments.record': ['payment.recorded', 'invoice.settled'],
  'payments.void': ['payment.voided'],
  'remittances.decline': ['remittance.declined'],
  'remittances.record': ['remittance.recorded', 'payment.recorded', 'invoice.settled'],
  'remittances.send': ['remittance.sent'],
  'remittances.withdraw': ['remittance.sent'],
  'taxRules.create': ['tax-rule.changed'],
  'taxRules.delete': ['tax-rule.changed'],
  'taxRules.update': ['tax-rule.changed'],
};
