import type { ImportKind, ImportRecord } from './types';

export const MAX_BYTES = 10 * 1024 * 1024;

/** What the server said of a file that it did not take. */
export class UploadRefused extends Error {
  constructor(
    message: string,
    readonly requestId: string | null,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Sends a CSV over REST, since tRPC carries no files. @throws UploadRefused */
export async function uploadFile(
  kind: ImportKind,
  file: File,
  { locationId, roomType }: { locationId?: string; roomType?: string } = {},
): Promise<ImportRecord> {
  const form = new FormData();
  form.set('kind', kind);
  if (locationId) form.set('location_id', locationId);
  if (roomType) form.set('room_type', roomType);
  form.set('file', file);
  let answer: Response;
  try {
    answer = await fetch('/api/v1/imports', { method: 'POST', body: form });
  } catch {
    throw new UploadRefused("Couldn't reach the server. Check your connection and try again.", null, 0);
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body;
  const told: string = body?.error?.message ?? 'The file was rejected.';
  const message = told.replace(/^file: /, 'The file ');
  throw new UploadRefused(message, answer.headers.get('x-request-id'), answer.status);
}
