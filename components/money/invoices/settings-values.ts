import * as z from 'zod/mini';
import type { Entity, EntityPatch } from '@/components/business/types';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { days, daysOrEmpty } from '@/components/ui/forms/days';

/** What the form of invoices and credit holds. */
export const InvoiceSettings = z.object({
  default_terms_days: days,
  credit_check: z.enum(['placing', 'accepting', 'shipping']),
  block_overdue_days: daysOrEmpty,
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
