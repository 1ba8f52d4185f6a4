import { sql } from 'drizzle-orm';
import { texts, uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { inventoryItems } from '../../inventory/tables';
import { lots } from '../../lots/tables';
import { posConnections } from '../../pos/tables';
import { productVariants } from '../../products/tables';
import { SITES } from '../connections/queries.sql';
import type { StateCode } from '../states';
import { complianceJobs, compliancePackages, type VendorReason } from '../tables';
import type { JobStatus, Mode } from '../words';
import type { Measure } from './measure';

export interface ToldRow extends Measure {
  move_id: string;
  connection_id: string;
  location_id: string;
  state: StateCode;
  reasons: Record<string, string> | null;
  vendor_reasons: VendorReason[] | null;
  mode: Mode;
  tag: string;
  timezone: string;
  package_unit: string | null;
}

/** The tagged packages of moves, at locations that tell the state of theirs on their own. */
export const toldRows = statement(
  [[ID, [ID], [ID], [ID]]],
  (
    entityId: string,
    moveIds: readonly string[],
    itemIds: readonly string[],
    lotIds: readonly string[],
  ) => sql<ToldRow>`
    select m.id as move_id, s.id as connection_id, s.location_id, s.state, s.reasons, s.vendor_reasons,
      c.config #>> '{mode,package_adjustment}' as mode, o.package_tag as tag, v.unit, v.step, v.weight::float8 as weight, v.weight_unit,
      e.timezone, p.unit as package_unit
    from unnest(${uuids(moveIds)}, ${uuids(itemIds)}, ${uuids(lotIds)}) as m (id, item_id, lot_id)
      join ${inventoryItems} i on i.id = m.item_id and i.entity_id = ${entityId}
      join ${lots} o on o.id = m.lot_id and o.package_tag is not null
      join ${productVariants} v on v.id = i.variant_id
      join (${SITES}) on s.location_id = i.location_id and s.entity_id = i.entity_id and c.status <> 'off'
        and not coalesce(s.pos_reports, exists (select from ${posConnections} x where x.location_id = s.location_id))
      left join ${compliancePackages} p on p.location_id = s.location_id and p.tag = o.package_tag`,
);

export interface LastJob {
  id: string;
  connection_id: string;
  subject: string;
  status: JobStatus;
  units: number;
  reason: string;
  tried: boolean;
}

/** The last adjustment of each tag. */
export const lastJobs = statement(
  [[[ID], ['x']]],
  (connectionIds: readonly string[], tags: readonly string[]) => sql<LastJob>`
    select distinct on (j.connection_id, j.subject) j.id, j.connection_id, j.subject, j.status,
      (j.facts ->> 'units')::float8 as units, j.facts ->> 'reason' as reason, j.attempts <> '[]'::jsonb as tried
    from ${complianceJobs} j
    where j.connection_id = any(${uuids(connectionIds)}) and j.subject = any(${texts(tags)}) and j.kind = 'package_adjustment'
    order by j.connection_id, j.subject, j.position desc`,
);
