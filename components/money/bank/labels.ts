import { formatMoney } from '@/components/ui/format';
import type { BankLine, BankStatement, Proposal } from './types';

export const SURE = {
  certain: { label: 'Certain', tone: 'success', icon: 'check' },
  likely: { label: 'Likely', tone: 'info', icon: 'check' },
  possible: { label: 'Possible', tone: 'neutral', icon: 'clock' },
} as const;

const BECAUSE: Record<Proposal['because'][number], string> = {
  amount: 'same amount',
  day: 'same days',
  name: 'its name',
  number: 'invoice number',
  part: 'part of what is open',
  payment: 'recorded by hand',
  reference: 'same reference',
  remittance: 'the customer said so',
  rest: 'more than is open',
  reversal: 'went back',
  sum: 'adds up',
  text: 'confirmed twice before',
};
/** Why a proposal is made: "invoice number, adds up". */
export const becauseText = ({ because }: Proposal): string => because.map((one) => BECAUSE[one]).join(', ');

/** What confirming a proposal does: "Void the payment", "Link the payment", or the invoices that it settles. */
export function proposalText({ confirm, invoices, customer }: Proposal): string {
  const of = customer?.name ?? '';
  if (confirm.void_payment_id) return `Void the payment of ${of}`;
  if (confirm.payment_ids) return `Payment of ${of} that is recorded`;
  if (invoices.length === 0) return `Payment of ${of}`;
  return `${of}: ${invoices.map(({ number }) => number).join(', ')}`;
}

/** What a proposal leaves open, or has no invoice for. */
export function restText({ invoices }: Proposal, line: Pick<BankLine, 'amount'>): string | null {
  const open = invoices.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0) / 100;
  if (invoices.length === 0 || open === line.amount) return null;
  return open > line.amount
    ? `${formatMoney(Math.round((open - line.amount) * 100) / 100)} stays open`
    : `${formatMoney(Math.round((line.amount - open) * 100) / 100)} stays unapplied`;
}

export const ASIDE = [
  { value: 'transfer', label: 'Transfer' },
  { value: 'fee', label: 'Bank fee' },
  { value: 'payroll', label: 'Payroll' },
  { value: 'other', label: 'Other' },
] as const;
export const asideLabel = (kind: string) => ASIDE.find(({ value }) => value === kind)?.label ?? kind;

export const FORMAT: Record<BankStatement['format'], string> = {
  csv: 'CSV',
  ofx: 'OFX',
  camt053: 'CAMT.053',
  bai2: 'BAI2',
};
/** A line as people name it: "$800.00 of HARBOR PINE". */
export const lineName = ({ amount, text }: Pick<BankLine, 'amount' | 'text'>) =>
  `${formatMoney(amount)}${text ? ` ${text.slice(0, 60)}` : ''}`;
