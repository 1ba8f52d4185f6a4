import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID, TIME } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { JobEdits } from '../outbox/adjustment';
import { complianceJobs, compliancePackages } from '../tables';
import type { JobKind, JobStatus, PackageState, Problem } from '../words';

/** A job that is due. */
export interface DueJob {
  id: string;
  entityId: string;
  locationId: string;
  orderId: string | null;
  kind: JobKind;
  status: JobStatus;
  subject: string;
  facts: unknown;
  edits: JobEdits;
  request: unknown;
  looks: number;
  tries: number;
  /** When it was sent, in ms. */
  sentAt: number | null;
  /** Milliseconds since it was sent, by the database's clock. */
  sentAgo: number | null;
  quantities: Quantities | null;
  /** Id of the template that the order has, once Metrc gave one. */
  templateId: string | null;
  knownState: PackageState | null;
  knownChange: string | null;
}

/** What a package held, as the state showed it. */
export interface Quantities {
  unit: string;
  before: number | null;
  change: number | null;
  found: number | null;
  /** When it had last changed before it was sent. */
  modified?: string | null;
}

const DUE = sql`j.id, j.entity_id as "entityId", j.location_id as "locationId", j.order_id as "orderId", j.kind, j.status, j.subject, j.facts,
  j.edits, j.request, j.looks, jsonb_array_length(j.attempts) as tries, (extract(epoch from j.sent_at) * 1000)::float8 as "sentAt",
  (extract(epoch from now() - j.sent_at) * 1000)::float8 as "sentAgo", j.quantities,
  (select x.remote_id from ${complianceJobs} x where x.order_id = j.order_id and x.connection_id = j.connection_id
    and x.kind in ('transfer_template', 'transfer_template_change') and x.status = 'confirmed' and x.remote_id is not null
    order by x.position desc limit 1) as "templateId", p.state as "knownState", p.changed_at as "knownChange"`;
const FROM = sql`${complianceJobs} j left join ${compliancePackages} p on p.location_id = j.location_id and p.tag = j.subject`;

/** Jobs that are to be sent or looked up now: the first unfinished of each subject. */
export const dueJobs = statement(
  [[ID, [ID], 1]],
  (connectionId: string, busy: readonly string[], limit: number) => sql<DueJob>`
    select ${DUE} from ${FROM}
    where j.connection_id = ${connectionId} and j.status in ('ready', 'unknown') and coalesce(j.next_attempt_at, now()) <= now()
      and j.id <> all(${uuids(busy)}) and not exists (
        select from ${complianceJobs} b where b.connection_id = j.connection_id and b.subject = j.subject
          and b.position < j.position and b.status in ('needs_data', 'review', 'ready', 'sending', 'unknown'))
    order by j.position limit ${limit}`,
);

/** What was being sent as a process died: whether it arrived is unknown. */
export const recoverSending = statement(
  [[ID]],
  (connectionId: string) => sql<{ id: string }>`
    update ${complianceJobs} j set status = 'unknown', looks = 0, next_attempt_at = j.sent_at + interval '10 seconds'
    where j.connection_id = ${connectionId} and j.status = 'sending' returning j.id`,
);

/** Marks a job as being sent, unless it was changed meanwhile. */
export const beginSending = statement(
  [[ID, {}, {}, null]],
  (id: string, edits: JobEdits, request: unknown, quantities: Quantities | null) => sql<{ id: string }>`
    update ${complianceJobs} j set status = 'sending', request = ${JSON.stringify(request)}::jsonb, problems = '[]',
      quantities = ${quantities === null ? null : JSON.stringify(quantities)}::jsonb, sent_at = now(), looks = 0, next_attempt_at = null
    where j.id = ${id} and j.status = 'ready' and j.edits = ${JSON.stringify(edits)}::jsonb returning j.id`,
);

/** What became of a try. */
export interface Settled {
  status: JobStatus;
  problems?: readonly Problem[];
  /** Seconds until it is tried or looked up again, from now or from when it was sent. */
  again?: { seconds: number; from: 'now' | 'sent' } | undefined;
  looks?: number;
  remoteId?: string | null | undefined;
  warnings?: readonly string[] | undefined;
  quantities?: Quantities | null | undefined;
  attempt: { step: 'send' | 'look'; outcome: string; status: number | null; message: string };
}

/** Attempts that are kept. */
const KEPT = 50;

export const settleJob = statement(
  [
    [
      ID,
      'sending',
      { status: 'confirmed', attempt: { step: 'send', outcome: 'x', status: 200, message: 'x' } },
    ],
    [
      ID,
      'unknown',
      {
        ...{
          status: 'unknown',
          problems: [],
          again: { seconds: 1, from: 'sent' },
          looks: 1,
          remoteId: 'x',
          warnings: [],
        },
        quantities: { unit: 'x', before: 1, change: 1, found: 1 },
        attempt: { step: 'look', outcome: 'x', status: null, message: 'x' },
      },
    ],
  ],
  (id: string, from: JobStatus, settled: Settled) => {
    const { status, problems = [], again, looks, remoteId, warnings, quantities, attempt } = settled;
    const since = again?.from === 'sent' ? sql`coalesce(j.sent_at, now())` : sql`now()`;
    const at = again ? sql`${since} + make_interval(secs => ${again.seconds}::float8)` : sql`null`;
    const tried = JSON.stringify([{ at: TIME, ...attempt }]);
    return sql<{ id: string }>`
      update ${complianceJobs} j set status = ${status}, problems = ${JSON.stringify(problems)}::jsonb, next_attempt_at = ${at},
        looks = ${looks ?? sql`j.looks`}, remote_id = coalesce(${remoteId ?? null}, j.remote_id),
        warnings = ${warnings ? sql`${JSON.stringify(warnings)}::jsonb` : sql`j.warnings`},
        quantities = ${quantities === undefined ? sql`j.quantities` : sql`${JSON.stringify(quantities)}::jsonb`},
        attempts = (select coalesce(jsonb_agg(a.value order by a.n), '[]') from (
          select x.value, x.n from jsonb_array_elements(j.attempts || jsonb_set(${tried}::jsonb, '{0,at}',
            to_jsonb(to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))) with ordinality as x (value, n)
          order by x.n desc limit ${KEPT}) a)
      where j.id = ${id} and j.status = ${from} returning j.id`;
  },
);
