import type { Export } from '@/components/business/tenants/export-data';
import type { Viewer } from '@/server/transport/runtime';
import { unlessAbsent } from '../../ui/pages/absent';

/**
 * The latest export of the viewer's business, null before the first; undefined for members who may not export, and in a session
 * without the second factor that the business requires.
 */
export async function latestExport({ actor, caller }: Viewer): Promise<Export | null | undefined> {
  if (!mayExport(actor) || actor.restricted) return undefined;
  return unlessAbsent(caller.dataExport.latest({}));
}

/** Returns true for owners of all locations, who may export. */
export function mayExport({ permissions, locationLimit }: Viewer['actor']): boolean {
  return permissions.includes('delete:entity') && !locationLimit;
}
