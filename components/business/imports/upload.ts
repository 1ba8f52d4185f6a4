import { sendForm } from '@/components/ui/forms/send-form';
import type { ImportKind, ImportRecord } from './types';

export const MAX_BYTES = 10 * 1024 * 1024;

/** Sends a CSV. @throws UploadRefused */
export function uploadFile(
  kind: ImportKind,
  file: File,
  { locationId, roomType }: { locationId?: string; roomType?: string } = {},
): Promise<ImportRecord> {
  const form = new FormData();
  form.set('kind', kind);
  if (locationId) form.set('location_id', locationId);
  if (roomType) form.set('room_type', roomType);
  form.set('file', file);
  return sendForm('/api/v1/imports', form);
}
