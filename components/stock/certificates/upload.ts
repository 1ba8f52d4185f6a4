import { sendForm } from '@/components/ui/forms/send-form';
import type { Reading } from './types';

/** Has a certificate read; nothing is saved. @throws UploadRefused */
export function readCertificate(
  file: File,
  named: { product_id?: string; batch?: string | undefined } = {},
): Promise<Reading> {
  const form = new FormData();
  if (named.product_id) form.set('product_id', named.product_id);
  if (named.batch) form.set('batch', named.batch);
  form.set('file', file);
  return sendForm('/api/v1/coa-readings', form);
}
