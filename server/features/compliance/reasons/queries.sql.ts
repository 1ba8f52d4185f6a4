import { sql } from 'drizzle-orm';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { SITES } from '../connections/queries.sql';
import { isUndecided } from '../jobs/undecided';
import type { JobEdits } from '../outbox/adjustment';
import type { StateCode } from '../states';
import { complianceJobs, compliancePackages, type VendorReason } from '../tables';
import type { Mode } from '../words';

export interface ReasonsRow {
  id: string;
  entity_id: string;
  state: StateCode;
  mode: Mode;
  reasons: Record<string, string> | null;
  vendor_reasons: VendorReason[] | null;
}

export const reasonsAt = statement(
  [[ID, ID]],
  (locationId: string, entityId: string) => sql<ReasonsRow>`
    select s.id, s.entity_id, s.state, c.config #>> '{mode,package_adjustment}' as mode, s.reasons, s.vendor_reasons
    from ${SITES} where s.location_id = ${locationId} and s.entity_id = ${entityId} and l.deleted_at is null`,
);

/** Jobs judged at a time: more of them wait until one is changed. */
const MOST = 1_000;

/** Adjustments of a license that lack data. */
export const lockUnmappedJobs = statement(
  [[ID]],
  (connectionId: string) => sql<{ id: string; facts: unknown; edits: JobEdits; package_unit: string | null }>`
    select j.id, j.facts, j.edits, p.unit as package_unit
    from ${complianceJobs} j left join ${compliancePackages} p on p.location_id = j.location_id and p.tag = j.subject
    where j.connection_id = ${connectionId} and j.kind = 'package_adjustment' and j.status in ('needs_data', 'review')
      and not ${isUndecided}
    order by j.position limit ${MOST} for update of j`,
);
