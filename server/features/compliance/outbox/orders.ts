import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { newId } from '../../../kernel/ids';
import type { Db } from '../../../platform/db/client';
import { enqueueSite } from '../enqueue';
import { capabilityOf } from '../states';
import { complianceJobs } from '../tables';
import { type JobKind, UNSENT } from '../words';
import { startOf } from './adjustment';
import { lockTemplateJobs, type ShippingSite, shippingSites, type TemplateJob } from './orders.sql';
import { judgeTemplate, type TemplateFacts } from './template';

/** An order whose shipment may have changed, and whether it is still to leave or has left. */
export interface ShippingOrder {
  orderId: string;
  goes: boolean;
}

/**
 * Makes, rewrites or ends the jobs of an order's template, in the transaction of its step: what wasn't sent is rewritten, what was
 * sent is changed or deleted by a job of its own.
 */
export async function tellShipment(db: Db, { orderId, goes }: ShippingOrder): Promise<void> {
  const jobs = await lockTemplateJobs(db, orderId);
  if (!goes && jobs.length === 0) return;
  const sites = goes ? await shippingSites(db, orderId) : [];
  const ids = new Set([...sites.map((site) => site.connection_id), ...jobs.map((job) => job.connection_id)]);
  for (const id of ids) {
    const mine = jobs.filter((job) => job.connection_id === id && job.status !== 'superseded');
    const site = sites.find(({ connection_id }) => connection_id === id);
    if (site) await tellSite(db, orderId, site, mine, jobs.length);
    else await withdraw(db, orderId, mine, jobs.length);
  }
}

const isUnsent = ({ status, undecided }: TemplateJob) => UNSENT.includes(status) && !undecided;
const isTemplate = ({ kind }: TemplateJob) => kind !== 'transfer_template_delete';

async function tellSite(
  db: Db,
  orderId: string,
  site: ShippingSite,
  jobs: readonly TemplateJob[],
  revision: number,
): Promise<void> {
  const facts = factsOf(site);
  for (const job of jobs.filter((one) => !isTemplate(one) && isUnsent(one))) await supersede(db, job);
  const kept = jobs.filter((one) => isTemplate(one) || !isUnsent(one));
  const last = kept.at(-1);
  if (last?.status === 'skipped') return;
  if (last && isTemplate(last)) {
    if (sameFacts(last.facts, facts)) return;
    if (isUnsent(last)) return rewrite(db, site, last, facts);
    return add(db, orderId, site, 'transfer_template_change', facts, revision);
  }
  return add(db, orderId, site, 'transfer_template', facts, revision);
}

/** The order doesn't leave there any more. */
async function withdraw(
  db: Db,
  orderId: string,
  jobs: readonly TemplateJob[],
  revision: number,
): Promise<void> {
  for (const job of jobs.filter(isUnsent)) await supersede(db, job);
  const sent = jobs.filter((job) => !isUnsent(job) && job.status !== 'skipped').at(-1);
  if (!sent || !isTemplate(sent)) return;
  const { connection_id: id, location_id, entity_id, subject, facts, mode } = sent;
  const site = { connection_id: id, location_id, entity_id, order_number: subject, mode };
  await insert(db, orderId, site, {
    ...{ kind: 'transfer_template_delete', facts, revision, problems: [] },
    request: { method: 'DELETE', path: '/transfers/v2/templates/outgoing/{id}', body: null },
  });
}

function factsOf({ packages, ...site }: ShippingSite): TemplateFacts {
  const { order_number, recipient_license, transporter_license, planned_route, departs_at, arrives_at } =
    site;
  return {
    ...{ order_number, recipient_license, transporter_license, planned_route, departs_at, arrives_at },
    ...{ timezone: site.timezone, driver: site.driver, vehicle: site.vehicle, untagged: site.untagged },
    packages: (packages ?? []).map(({ tag, cents, whole }) => ({
      tag,
      price: (cents / 100).toFixed(2),
      whole,
    })),
  };
}

const sameFacts = (one: TemplateFacts, other: TemplateFacts) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

function judged(site: ShippingSite, facts: TemplateFacts, kind: JobKind) {
  const known = {
    transferType: site.transfer_type,
    transferTypes: site.transfer_types,
    templates: capabilityOf(site.state).templates,
  };
  // The template's id is put in once the job before this one has it.
  return judgeTemplate(facts, known, kind === 'transfer_template' ? null : '0');
}

async function add(
  db: Db,
  orderId: string,
  site: ShippingSite,
  kind: JobKind,
  facts: TemplateFacts,
  revision: number,
): Promise<void> {
  await insert(db, orderId, site, { kind, facts, revision, ...judged(site, facts, kind) });
}

type Placed = Pick<ShippingSite, 'connection_id' | 'location_id' | 'entity_id' | 'order_number' | 'mode'>;
type Told = Pick<typeof complianceJobs.$inferInsert, 'kind' | 'facts' | 'revision' | 'request'> & {
  problems: NonNullable<(typeof complianceJobs.$inferInsert)['problems']>;
};

async function insert(db: Db, orderId: string, site: Placed, told: Told): Promise<void> {
  const status = startOf(told.problems, site.mode);
  const { connection_id: id, location_id: locationId, entity_id: entityId } = site;
  await db.insert(complianceJobs).values({
    ...{ id: newId(), entityId, locationId, connectionId: id, orderId, subject: site.order_number },
    ...{ sourceType: 'order', sourceId: orderId, status, ...told },
  });
  if (status === 'ready') await enqueueSite(db, { id, entityId });
}

async function rewrite(db: Db, site: ShippingSite, job: TemplateJob, facts: TemplateFacts): Promise<void> {
  const { request, problems } = judged(site, facts, job.kind);
  const status = startOf(problems, site.mode);
  await db
    .update(complianceJobs)
    .set({ facts, request, problems, status, nextAttemptAt: null, reviewerId: null, reviewerName: null })
    .where(eq(complianceJobs.id, job.id));
  if (status === 'ready') await enqueueSite(db, { id: site.connection_id, entityId: site.entity_id });
}

async function supersede(db: Db, { id }: TemplateJob): Promise<void> {
  await db
    .update(complianceJobs)
    .set({ status: 'superseded', nextAttemptAt: null, problems: [] })
    .where(eq(complianceJobs.id, id));
}
