import { z } from 'zod';
import { plainLineOf } from '../../../kernel/one-line';
import type { SyncError } from '../schema';

/** An opaque cursor of a POS, in characters. */
export const MAX_CURSOR = 2_000;
export const MAX_LOCATIONS = 500;
const MAX_TEXT = 200;

/** Text that PostgreSQL can store and JSON can carry. */
export const safeText = (text: string) => !text.includes('\0') && text.isWellFormed();

/** An id, a SKU or a name as a POS reports it. */
export const Reported = z.string().refine(safeText).overwrite(plainLineOf).min(1).max(MAX_TEXT);

export function fault(sku: string | null, code: string, message: string): SyncError {
  return { sku, code, message };
}
