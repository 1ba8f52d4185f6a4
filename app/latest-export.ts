import type { Export } from '@/components/tenants/export-data';
import type { Viewer } from '@/server/transport/runtime';
import { unlessAbsent } from './absent';

/** The latest export of the viewer's business, null before the first; undefined for members who may not export. */
export async function latestExport({ actor, caller }: Viewer): Promise<Export | null | undefined> {
  if (!actor.permissions.includes('delete:entity') || actor.locationLimit) return undefined;
  return unlessAbsent(caller.dataExport.latest({}));
}
