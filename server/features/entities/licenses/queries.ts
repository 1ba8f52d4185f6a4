import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readList } from '../../../platform/db/text-list';
import { LICENSES, licensePage, ownLicenses, readLicenses } from './queries.sql';
import type { LicenseList, LicenseView } from './resource';

export const ListLicenses = LICENSES.input;

/** Oldest first (decision 38). */
export function listLicenses(
  ctx: ReadContext,
  input: z.infer<typeof ListLicenses>,
): Promise<z.infer<typeof LicenseList>> {
  return readList(ctx, LICENSES, licensePage, input);
}

/** @throws AppError NOT_FOUND for anything but a license of the caller's business */
export async function getLicense({ db, actor }: ReadContext, id: string): Promise<LicenseView> {
  const [found] = await readLicenses(db, sql`n.id = ${id} and ${ownLicenses(actor)}`);
  if (!found) throw notFound();
  return found;
}
