import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { existing, type FieldError, invalidRequest, notFound } from '../../../kernel/errors';
import type { ReadContext, WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { requireLocation } from '../../pos/service';
import { enqueueSite } from '../enqueue';
import { judgeJob } from '../jobs/judge';
import { startOf } from '../outbox/adjustment';
import type { PutReasons, Reasons } from '../schema';
import { complianceJobs, complianceSites, type VendorReason } from '../tables';
import { TOLD_REASONS, type ToldReason } from '../words';
import { lockUnmappedJobs, type ReasonsRow, reasonsAt } from './queries.sql';

/** Names of Metrc's that ours suggest, the best first. */
const SUGGESTED: Record<ToldReason, readonly string[]> = {
  ADJUSTMENT: ['Entry Error', 'Scale Variance'],
  AUDIT: ['Scale Variance', 'Entry Error'],
  DAMAGE: ['Damage', 'Spoilage'],
  THEFT: ['Theft'],
};

type ReasonsView = z.infer<typeof Reasons>;
const byReason = (of: (reason: ToldReason) => string | null) =>
  Object.fromEntries(TOLD_REASONS.map((reason) => [reason, of(reason)])) as ReasonsView['reasons'];

function suggestion(reason: ToldReason, available: readonly VendorReason[] | null): string | null {
  const found = SUGGESTED[reason].flatMap(
    (name) => available?.find((one) => one.name.toLowerCase().startsWith(name.toLowerCase())) ?? [],
  );
  return found[0]?.name ?? null;
}

/** Which of Metrc's reasons ours are at a location. @throws AppError NOT_FOUND without a connection */
export async function getReasons({ db, actor }: ReadContext, locationId: string): Promise<ReasonsView> {
  await requireLocation({ db, actor }, locationId);
  return shown(await existing(reasonsAt(db, locationId, actor.entity.id)), locationId);
}

const shown = ({ reasons, vendor_reasons }: ReasonsRow, locationId: string): ReasonsView => ({
  location_id: locationId,
  reasons: byReason((reason) => reasons?.[reason] ?? null),
  suggested: byReason((reason) => suggestion(reason, vendor_reasons)),
  confirmed: reasons !== null,
  available: vendor_reasons,
});

/** Confirms which of Metrc's reasons ours are; jobs that waited for it go on. @throws AppError NOT_FOUND, INVALID_REQUEST */
export async function putReasons(
  ctx: WriteContext,
  { location_id: locationId, reasons }: z.infer<typeof PutReasons>,
): Promise<ReasonsView> {
  await requireLocation(ctx, locationId);
  const before = await existing(reasonsAt(ctx.db, locationId, ctx.actor.entity.id));
  const available = before.vendor_reasons;
  const given = TOLD_REASONS.flatMap((reason) =>
    reasons[reason] ? [[reason, reasons[reason]] as const] : [],
  );
  const errors: FieldError[] = given
    .filter(([, name]) => available && !available.some((one) => one.name === name))
    .map(([reason]) => ({
      path: `reasons.${reason}`,
      code: 'unknown_value',
      message: 'is no reason that Metrc has for this license',
    }));
  if (errors.length > 0) throw invalidRequest(errors);
  const stored: Record<string, string> = Object.fromEntries(given);
  const updated = await ctx.db
    .update(complianceSites)
    .set({ reasons: stored })
    .where(eq(complianceSites.id, before.id))
    .returning({ id: complianceSites.id });
  if (updated.length === 0) throw notFound();
  await judgeWaiting(ctx.db, before, stored);
  const after = shown({ ...before, reasons: stored }, locationId);
  ctx.audit({
    action: 'compliance_reasons.updated',
    objectId: before.id,
    locationIds: [locationId],
    before: { reasons: before.reasons },
    after: { reasons: stored },
  });
  return after;
}

/** Jobs that lacked a reason. They are few: a location's that wasn't set up. */
async function judgeWaiting(db: Db, site: ReasonsRow, reasons: Record<string, string>): Promise<void> {
  let isReady = false;
  for (const job of await lockUnmappedJobs(db, site.id)) {
    const known = {
      ...{ state: site.state, reasons, vendorReasons: site.vendor_reasons },
      ...{ transferType: null, transferTypes: null },
    };
    const { request, problems } = judgeJob({ ...job, kind: 'package_adjustment' }, known, {
      unit: job.package_unit,
    });
    const status = startOf(problems, site.mode);
    isReady ||= status === 'ready';
    await db.update(complianceJobs).set({ request, problems, status }).where(eq(complianceJobs.id, job.id));
  }
  if (isReady) await enqueueSite(db, { id: site.id, entityId: site.entity_id });
}
