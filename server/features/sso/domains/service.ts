import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { AppError, existing, invalidRequest } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { Context, ReadContext, WriteContext } from '../../../operation/context';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { checkMinute } from '../../../platform/rate-limit/per-minute';
import { lockEntity } from '../../entities/queries';
import { MAX_DOMAINS, type SsoDomain } from '../schema';
import { ssoConnections, ssoDomains } from '../tables';
import { domainName } from './names';
import { hasRecord, newRecordToken, recordName, recordValue } from './records';
import { checkFirst } from './taken';

/** Name servers that one business has asked in a minute. */
const CHECKS_PER_MINUTE = 10;

type Row = typeof ssoDomains.$inferSelect;
type View = z.infer<typeof SsoDomain>;

const viewOf = ({ id, domain, token, verifiedAt, missingSince, createdAt }: Row): View => ({
  ...{ id, domain, record_name: recordName(domain), record_value: recordValue(token) },
  verified_at: verifiedAt?.toISOString() ?? null,
  missing_since: missingSince?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});

const ownDomain = (db: Db, { entity }: Actor, id: string) =>
  existing(
    db
      .select()
      .from(ssoDomains)
      .where(and(eq(ssoDomains.id, id), eq(ssoDomains.entityId, entity.id))),
  );

/** Lists the domains of a business, proven or not, oldest first. */
export async function listDomains({ db, actor }: ReadContext): Promise<{ data: View[] }> {
  const rows = await db
    .select()
    .from(ssoDomains)
    .where(eq(ssoDomains.entityId, actor.entity.id))
    .orderBy(asc(ssoDomains.id));
  return { data: rows.map(viewOf) };
}

/**
 * Adds a domain, with the record that proves it; one that is there keeps its record.
 * @throws AppError INVALID_REQUEST, CONFLICT `too_many`
 */
export async function addDomain(ctx: WriteContext, text: string): Promise<View> {
  const { db, actor } = ctx;
  const named = domainName(text);
  if ('problem' in named)
    throw invalidRequest([{ path: 'domain', code: named.problem, message: named.message }]);
  const { domain } = named;
  const entityId = actor.entity.id;
  await lockEntity(db, entityId);
  const [known] = await db
    .select()
    .from(ssoDomains)
    .where(and(eq(ssoDomains.entityId, entityId), eq(ssoDomains.domain, domain)));
  if (known) return viewOf(known);
  if ((await db.$count(ssoDomains, eq(ssoDomains.entityId, entityId))) >= MAX_DOMAINS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_DOMAINS} domains. Remove one first.`, {
      reason: 'too_many',
      limit: MAX_DOMAINS,
    });
  }
  const id = newId();
  await db.insert(ssoDomains).values({ id, entityId, domain, token: newRecordToken() });
  ctx.audit({ action: 'sso_domain.created', objectId: id, after: { domain } });
  return viewOf(await ownDomain(db, actor, id));
}

/**
 * Asks name servers for the record of a domain, outside any transaction.
 * @throws AppError NOT_FOUND, RATE_LIMITED, CONFLICT `record_not_found` or `domain_taken`, SERVICE_UNAVAILABLE
 */
export async function verifyDomain(ctx: Context & { actor: Actor }, id: string): Promise<View> {
  const { db, actor } = ctx;
  const { domain, token } = await ownDomain(db, actor, id);
  await checkMinute(db, `sso-domains:${actor.entity.id}`, CHECKS_PER_MINUTE);
  const outcome = await hasRecord(domain, token, ctx.dnsServers);
  if (outcome === 'unknown') {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'No name server responded. Try again in a minute.',
      { retry_after: 60 },
      { 'Retry-After': '60' },
    );
  }
  if (outcome === 'absent') {
    throw new AppError(
      'CONFLICT',
      `No record at ${recordName(domain)} has the text. Publish it, and try again once it is visible.`,
      { reason: 'record_not_found' },
    );
  }
  return runUnitOfWork(ctx, [], async (unit) => {
    const before = await ownDomain(unit.db, actor, id);
    await unit.db
      .update(ssoDomains)
      .set({
        verifiedAt: sql`coalesce(${ssoDomains.verifiedAt}, now())`,
        checkedAt: sql`now()`,
        missingSince: null,
      })
      .where(eq(ssoDomains.id, id));
    if (await makesMembers(unit.db, actor)) await checkFirst(unit.db, actor.entity.id);
    if (!before.verifiedAt) unit.audit({ action: 'sso_domain.verified', objectId: id, after: { domain } });
    return viewOf(await ownDomain(unit.db, actor, id));
  });
}

const makesMembers = async (db: Db, { entity }: Actor) =>
  (await db.$count(ssoConnections, and(eq(ssoConnections.entityId, entity.id), ssoConnections.jit))) > 0;

/** Removes a domain; members who are linked stay so. @throws AppError NOT_FOUND */
export async function removeDomain(ctx: WriteContext, id: string): Promise<void> {
  const { domain } = await ownDomain(ctx.db, ctx.actor, id);
  await ctx.db.delete(ssoDomains).where(eq(ssoDomains.id, id));
  ctx.audit({ action: 'sso_domain.deleted', objectId: id, before: { domain } });
}
