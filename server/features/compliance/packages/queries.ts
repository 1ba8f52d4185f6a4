import type { z } from 'zod';
import type { ReadContext } from '../../../operation/context';
import { pageOf } from '../../../platform/db/listing';
import type { ListPackages, StatePackageList } from '../schema';
import { countPackages, packagePage, packagesComplete } from './queries.sql';

/** Compares the packages of connected locations with the state's: nothing is corrected. */
export async function listPackages(
  { db, actor }: ReadContext,
  { page, limit, ...asked }: z.infer<typeof ListPackages>,
): Promise<z.infer<typeof StatePackageList>> {
  const [data, [counted], [whole]] = await Promise.all([
    packagePage(db, actor, asked, { page, limit }),
    countPackages(db, actor, asked),
    packagesComplete(db, actor, asked),
  ]);
  return {
    data: [...data],
    pagination: pageOf({ page, limit }, counted?.total ?? 0),
    complete: whole?.complete ?? true,
  };
}
