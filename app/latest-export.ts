import type { Export } from '@/components/tenants/export-data';
import type { Viewer } from '@/server/transport/runtime';
import { unlessAbsent } from './absent';

/**
 * The latest export of the viewer's business, null before the first; undefined for members who may not export, and in a session
 * without the second factor that the business requires.
 */
export async function latestExport({ actor, caller }: Viewer): Promise<Export | null | undefined> {
  const { permissions, locationLimit, restricted } = actor;
  if (!permissions.includes('delete:entity') || locationLimit || restricted) return undefined;
  return unlessAbsent(caller.dataExport.latest({}));
}
