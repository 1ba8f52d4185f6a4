import { readable } from '@/components/catalog/products/labels';
import { formatDate, formatMoney } from '@/components/ui/format';
import { percentText } from '@/server/kernel/tax-text';
import type { TaxRule } from './types';

export const BASIS: Record<TaxRule['basis'], string> = {
  percent: 'Percent of the price',
  weight: 'Amount per weight',
  unit: 'Amount per unit',
};

export const MARKET: Record<NonNullable<TaxRule['use']>, string> = {
  adult: 'Adult-use',
  medical: 'Medical',
  both: 'Adult-use or medical',
};

export const BUYER: Record<TaxRule['buyer_types'][number], string> = {
  retailer: 'Retailers',
  wholesaler: 'Wholesalers',
};

type Priced = Pick<TaxRule, 'basis' | 'rate' | 'amount' | 'weight_unit'>;

/** "15%", "$50.00 per oz" or "$1.00 per unit". */
export function rateText({ basis, rate, amount, weight_unit }: Priced): string {
  if (basis === 'percent') return percentText(rate ?? 0);
  return `${formatMoney(amount)} per ${basis === 'weight' ? weight_unit : 'unit'}`;
}

type Scope = Pick<TaxRule, 'categories' | 'buyer_types' | 'use' | 'states' | 'include_freight'>;

const listed = (words: readonly string[], last: 'and' | 'or') =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')}${words.length > 2 ? ',' : ''} ${last} ${words.at(-1)}`;

/** What a rule taxes, in words: "Flower and vapes, with freight". */
export function goodsText({ categories, include_freight }: Scope): string {
  const goods = categories.length === 0 ? 'All goods' : readable(listed(categories, 'and'));
  return include_freight ? `${goods}, with freight` : goods;
}

/** Whom it is charged to: "Retailers in NV or CA, adult-use". */
export function buyersText({ buyer_types, states, use }: Scope): string {
  const who = buyer_types.length === 1 && buyer_types[0] ? BUYER[buyer_types[0]] : 'All buyers';
  const where = states.length > 0 ? ` in ${listed(states, 'or')}` : '';
  return `${who}${where}${use && use !== 'both' ? `, ${MARKET[use].toLowerCase()}` : ''}`;
}

/** Since and until when it is charged; null for always. */
export function daysText({ starts_on, ends_on }: Pick<TaxRule, 'starts_on' | 'ends_on'>): string | null {
  if (starts_on && ends_on) return `${formatDate(starts_on)} – ${formatDate(ends_on)}`;
  if (starts_on) return `From ${formatDate(starts_on)}`;
  return ends_on ? `Until ${formatDate(ends_on)}` : null;
}

/** Whether it is charged on a day of the seller: orders placed before or after have none of it. */
export function stateOn(
  { starts_on, ends_on }: Pick<TaxRule, 'starts_on' | 'ends_on'>,
  today: string,
): 'current' | 'planned' | 'ended' {
  if (starts_on && starts_on > today) return 'planned';
  return ends_on && ends_on < today ? 'ended' : 'current';
}
