import * as z from 'zod/mini';
import type { Entity, EntityPatch } from '@/components/business/types';
import { changedFields } from '@/components/forms/changed-fields';

const MOST_DAYS = 365;
const isDays = (days: number | null) =>
  days === null || (Number.isInteger(days) && days >= 0 && days <= MOST_DAYS);

/** What the form of invoices and credit holds. */
export const InvoiceSettings = z.object({
  default_terms_days: z
    .nullable(z.number())
    .check(z.refine((days) => days !== null && isDays(days), `Enter 0 to ${MOST_DAYS} days`)),
  credit_check: z.enum(['placing', 'accepting', 'shipping']),
  block_overdue_days: z
    .nullable(z.number())
    .check(z.refine(isDays, `Enter 0 to ${MOST_DAYS} days, or leave it empty`)),
  invoice_at: z.enum(['shipped', 'delivered']),
  dunning: z.boolean(),
  remittance_text: z.string().check(z.trim(), z.maxLength(1000, 'Use at most 1,000 characters')),
});
export type InvoiceSettings = z.infer<typeof InvoiceSettings>;

export function settingsOf({ settings }: Entity): InvoiceSettings {
  const { default_terms_days, credit_check, block_overdue_days, invoice_at, dunning } = settings;
  return {
    ...{ default_terms_days, credit_check, block_overdue_days, invoice_at, dunning },
    remittance_text: settings.remittance_text ?? '',
  };
}

/** What was changed, as the server takes it. */
export function settingsPatch(before: InvoiceSettings, after: InvoiceSettings): EntityPatch {
  const { remittance_text, default_terms_days, ...changed } = changedFields(before, after);
  return {
    settings: {
      ...changed,
      ...(typeof default_terms_days === 'number' && { default_terms_days }),
      ...(remittance_text !== undefined && { remittance_text: remittance_text || null }),
    },
  };
}
