import type { PaymentMethod } from './types';

export const METHODS: readonly { value: PaymentMethod; label: string }[] = [
  { value: 'check', label: 'Check' },
  { value: 'ach', label: 'ACH' },
  { value: 'wire', label: 'Wire' },
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'other', label: 'Other' },
];

export const methodLabel = (method: PaymentMethod): string =>
  METHODS.find(({ value }) => value === method)?.label ?? method;
