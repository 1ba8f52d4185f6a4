import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, type FieldError, invalidRequest } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import { IMPORT_FIELDS } from '../fields';
import type { ImportView } from '../resource';
import { linesAmong } from '../running/lines.sql';
import { type Fixes, MAX_FIXED_LINES, type UpdateImport } from '../schema';
import { imports } from '../tables';

/** Of the corrected cells of an import. */
const MAX_FIXES_BYTES = 256 * 1024;

type Given = NonNullable<z.infer<typeof UpdateImport>['fixes']>;

/**
 * Adds corrected cells to those from before.
 * @throws AppError INVALID_REQUEST for other fields and for lines that the file doesn't have, CONFLICT above the lines or bytes of an import
 */
export async function mergedFixes(db: Db, found: ImportView, given: Given): Promise<Fixes> {
  const { id, kind } = found;
  const fields: readonly string[] = IMPORT_FIELDS[kind];
  const isLine = await lineOf(db, found, given);
  const errors = given.flatMap(({ line, field }, index): FieldError[] => {
    const path = `fixes[${index}]`;
    if (!fields.includes(field)) {
      return [
        { path: `${path}.field`, code: 'unknown_value', message: `must be one of ${fields.join(', ')}` },
      ];
    }
    if (isLine(line)) return [];
    return [{ path: `${path}.line`, code: 'unknown_value', message: 'is no line of the file' }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  const [row] = await db.select({ fixes: imports.fixes }).from(imports).where(eq(imports.id, id));
  const fixes = { ...((row?.fixes as Fixes | null | undefined) ?? {}) };
  for (const { line, field, value } of given) fixes[line] = { ...fixes[line], [field]: value };
  const isTooMuch =
    Object.keys(fixes).length > MAX_FIXED_LINES || Buffer.byteLength(JSON.stringify(fixes)) > MAX_FIXES_BYTES;
  if (!isTooMuch) return fixes;
  throw new AppError(
    'CONFLICT',
    `At most ${MAX_FIXED_LINES} lines of an import can be corrected. Correct the file and upload it again.`,
    { reason: 'too_many', limit: MAX_FIXED_LINES },
  );
}

/** Until a check has ended, which forgets what is of no line, a file may have a line for each byte. */
async function lineOf(db: Db, { id, status, file_size }: ImportView, given: Given) {
  if (status !== 'ready') return (line: number) => line <= file_size;
  const found = await linesAmong(
    db,
    id,
    given.map(({ line }) => line),
  );
  const lines = new Set(found.map(({ line }) => line));
  return (line: number) => lines.has(line);
}
