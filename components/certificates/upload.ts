import { sendForm } from '@/components/forms/send-form';
import type { Certificate } from './types';

/** Files a certificate of a batch. @throws UploadRefused */
export function uploadCertificate(
  productId: string,
  file: File,
  { lab, batchId, date }: { lab: string; batchId: string; date: string },
): Promise<Certificate> {
  const form = new FormData();
  form.set('lab', lab);
  form.set('batch_id', batchId);
  if (date) form.set('date', date);
  form.set('file', file);
  return sendForm(`/api/v1/products/${productId}/coa`, form);
}
