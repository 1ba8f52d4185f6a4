import { type Changes, MONEY, type Stale } from './stale';

/** What is out of date after a change of this wing. */
export const MONEY_STALE = {
  'tax-rule.changed': ['customers', 'taxRules'],
  'invoice.overdue': MONEY,
  'payment.recorded': MONEY,
  'payment.voided': MONEY,
  'dispute.opened': MONEY,
  'dispute.closed': MONEY,
  'remittance.sent': MONEY,
  'remittance.recorded': MONEY,
  'remittance.declined': MONEY,
  'invoice.issued': MONEY,
  'invoice.settled': MONEY,
  'credit.issued': MONEY,
  'invoice.disputed': ['invoices', 'overview', 'receivables'],
  'invoice.named': ['invoices'],
  'invoice.told': ['invoices'],
} satisfies Stale;

/** What operations on invoices, credits, disputes, payments, remittances and tax rules change. */
export const MONEY_CHANGES: Changes = {
  'creditNotes.allocate': ['invoice.settled'],
  'invoices.dispute': ['invoice.disputed'],
  'invoices.issueCredit': ['credit.issued', 'invoice.settled', 'dispute.closed'],
  'invoices.issuePendingCredit': ['credit.issued', 'invoice.settled'],
  'invoices.see': [],
  'invoices.send': ['invoice.told'],
  'invoices.update': ['invoice.named'],
  'payments.allocate': ['invoice.settled'],
  'payments.record': ['payment.recorded', 'invoice.settled'],
  'payments.void': ['payment.voided'],
  'disputes.decline': ['dispute.closed'],
  'disputes.open': ['dispute.opened'],
  'disputes.withdraw': ['dispute.closed'],
  'remittances.decline': ['remittance.declined'],
  'remittances.record': ['remittance.recorded', 'payment.recorded', 'invoice.settled'],
  'remittances.send': ['remittance.sent'],
  'remittances.withdraw': ['remittance.sent'],
  'taxRules.create': ['tax-rule.changed'],
  'taxRules.delete': ['tax-rule.changed'],
  'taxRules.update': ['tax-rule.changed'],
};
