import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { Id, text } from '../../../kernel/params';
import { among, equals } from '../../../platform/db/collection';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { SITES, withinLocations } from '../connections/queries.sql';
import type { JobEdits } from '../outbox/adjustment';
import { complianceJob } from '../resource';
import { JobKindName, JobStatusName } from '../schema';
import type { StateCode } from '../states';
import { complianceJobs, compliancePackages, type TransferType, type VendorReason } from '../tables';
import type { JobKind, JobStatus, Mode } from '../words';
import { isUndecided } from './undecided';

/** SQL: jobs (alias `j`) that a member may see: those of their locations. */
export const visibleJobs = (actor: Actor) =>
  sql`j.entity_id = ${actor.entity.id} and ${withinLocations(actor, sql`j.location_id`)}`;

export const JOBS = paged(complianceJob, {
  visible: visibleJobs,
  sorts: { created_at: sql`j.created_at` },
  order: sql`j.created_at desc`,
  filters: {
    status: among(sql`j.status`, JobStatusName),
    kind: among(sql`j.kind`, JobKindName),
    location_id: equals(sql`j.location_id`, Id.meta({ description: 'Only this location' }), ID),
    subject: equals(
      sql`j.subject`,
      text(100).meta({ description: 'Only this tag, or number of an order' }),
      'x',
    ),
    order_id: equals(sql`j.order_id`, Id.meta({ description: 'Only this order' }), ID),
  },
  viewers: [OWNER, LIMITED],
});

export const jobOf = (id: string, actor: Actor) => sql`j.id = ${id} and ${visibleJobs(actor)}`;
export const readJobs = rowsWhere(complianceJob, [
  [jobOf(ID, OWNER)],
  [jobOf(ID, LIMITED)],
  [sql`j.id = ${ID}`],
]);

/** A locked job, with what is known of its license; without a connection that is nothing. */
export interface LockedJob {
  id: string;
  entity_id: string;
  location_id: string;
  connection_id: string | null;
  kind: JobKind;
  status: JobStatus;
  subject: string;
  facts: unknown;
  edits: JobEdits;
  /** Whether it was sent and its outcome is unclear: it isn't sent again before a member says so. */
  undecided: boolean;
  sent_ago: number | null;
  sent_at: string | null;
  state: StateCode | null;
  mode: Mode | null;
  reasons: Record<string, string> | null;
  vendor_reasons: VendorReason[] | null;
  transfer_type: string | null;
  transfer_types: TransferType[] | null;
  package_unit: string | null;
}

export const lockJob = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (id: string, actor: Actor) => sql<LockedJob>`
    select j.id, j.entity_id, j.location_id, j.connection_id, j.kind, j.status, j.subject, j.facts, j.edits,
      ${isUndecided} as undecided, (extract(epoch from now() - j.sent_at) * 1000)::float8 as sent_ago,
      to_char(j.sent_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sent_at, s.state,
      c.config #>> array['mode', case when j.kind like 'package%' then j.kind else 'transfer_template' end] as mode,
      s.reasons, s.vendor_reasons, c.config ->> 'transfer_type' as transfer_type, s.transfer_types, p.unit as package_unit
    from ${complianceJobs} j left join (${SITES}) on s.id = j.connection_id
      left join ${compliancePackages} p on p.location_id = j.location_id and p.tag = j.subject
    where ${jobOf(id, actor)} for update of j`,
);
