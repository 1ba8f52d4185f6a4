import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { AppError, existing, invalidRequest } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { changesBetween } from '../../kernel/patch';
import { checkSeller } from '../../kernel/sides';
import type { Context, WriteContext } from '../../operation/context';
import { requireRecent } from '../../operation/recent';
import { runUnitOfWork, type Unit } from '../../operation/unit-of-work';
import type { Db } from '../../platform/db/client';
import { announceAccess } from '../auth/mails/access-mail';
import { lockEntity } from '../entities/queries';
import { openToken, sealToken } from './credentials';
import { getIntegration, getSealed } from './queries';
import { countIntegrations, lockFailing, noteWorking, ownConnection, readIntegrations } from './queries.sql';
import { type IntegrationView, shownOn } from './resource';
import {
  type ConnectIntegration,
  type IntegrationTest,
  MAX_CONNECTIONS,
  type UpdateIntegration,
  type VendorConfig,
} from './schema';
import type { Vendor } from './systems';
import { integrationConnections } from './tables';
import { CompanyRequired, VendorError } from './vendor-error';
import { BRIEF, openCaller } from './vendors/open-caller';
import { probe } from './vendors/probe';
import { rejectPart } from './whole-business';

export type MemberContext = Context & { actor: Actor };
/** What becomes of a connection. */
export const INTEGRATION_EVENTS = ['integration.failing'] as const;

const NAMES: Record<Vendor, string> = { leaflink: 'LeafLink', distru: 'Distru' };

/**
 * Connects the business with a vendor, once that has accepted the credentials.
 * @throws AppError FORBIDDEN `whole_business`, `not_a_seller`; INVALID_REQUEST; CONFLICT with the vendor's fault as its reason,
 *   `company_required` or `too_many`
 */
export async function connectIntegration(
  ctx: MemberContext,
  { system, config, credentials: { token } }: z.infer<typeof ConnectIntegration>,
): Promise<IntegrationView> {
  rejectPart(ctx.actor);
  checkSeller(ctx.actor);
  checkConfig(system, config);
  await tryOut(ctx, { system, token, config });
  return runUnitOfWork(ctx, [], async (unit) => {
    const { id: entityId } = ctx.actor.entity;
    await lockEntity(unit.db, entityId);
    const [counted] = await countIntegrations(unit.db, entityId);
    if ((counted?.count ?? 0) >= MAX_CONNECTIONS) {
      throw new AppError('CONFLICT', `A business has at most ${MAX_CONNECTIONS} of them. Delete one first.`, {
        reason: 'too_many',
        limit: MAX_CONNECTIONS,
      });
    }
    const id = newId();
    await unit.db.insert(integrationConnections).values({
      ...{ id, entityId, system, config, auth: 'bearer' },
      credentials: sealToken(ctx.cipher, token),
      lastOkAt: sql`now()`,
    });
    await announceAccess(unit.db, ctx.actor, 'integration_connected', NAMES[system]);
    const view = await getIntegration({ ...ctx, db: unit.db }, id);
    unit.audit({ action: 'integration.connected', objectId: id, after: told(view) });
    return view;
  });
}

/**
 * Changes a connection; other credentials or another company are tried first.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_REQUEST, CONFLICT with the vendor's fault as its reason or `company_required`
 */
export async function updateIntegration(
  ctx: MemberContext,
  { id, config, credentials, status }: z.infer<typeof UpdateIntegration>,
): Promise<IntegrationView> {
  const present = await getSealed(ctx, id);
  if (config === undefined && credentials === undefined && status === undefined) {
    throw invalidRequest([{ path: '', code: 'empty_patch', message: 'Send at least one field to change.' }]);
  }
  if (config) checkConfig(present.system, config);
  const isRetargeted = config !== undefined || credentials !== undefined;
  if (isRetargeted) {
    requireRecent(ctx.actor);
    const token = credentials?.token ?? tokenOf(ctx, present.credentials);
    await tryOut(ctx, { system: present.system, token, config: config ?? present.config });
  }
  return runUnitOfWork(ctx, [], async (unit) => {
    const scope = { ...ctx, db: unit.db };
    await lockConnection(scope, id);
    const before = await getIntegration(scope, id);
    await unit.db
      .update(integrationConnections)
      .set({
        ...(config && { config }),
        ...(credentials && {
          credentials: sealToken(ctx.cipher, credentials.token),
          credentialsAt: sql`now()`,
        }),
        ...(isRetargeted && { failures: 0, lastError: null, lastOkAt: sql`now()`, cursors: {} }),
        status: status ?? (isRetargeted && before.status === 'failing' ? 'active' : undefined),
        updatedAt: sql`now()`,
      })
      .where(eq(integrationConnections.id, id));
    const after = await getIntegration(scope, id);
    if (isRetargeted) {
      await announceAccess(unit.db, ctx.actor, 'integration_retargeted', NAMES[present.system]);
    }
    unit.audit({ action: 'integration.updated', objectId: id, ...changesBetween(told(before), told(after)) });
    if (credentials) unit.audit({ action: 'integration.credentials_replaced', objectId: id });
    return after;
  });
}

/** Deletes a connection and its credentials; what moved in stays. @throws AppError NOT_FOUND, FORBIDDEN */
export async function deleteIntegration(
  ctx: WriteContext & Pick<Context, 'vendorHosts'>,
  id: string,
): Promise<void> {
  await getSealed(ctx, id);
  await lockConnection(ctx, id);
  const before = await getIntegration(ctx, id);
  await ctx.db.delete(integrationConnections).where(eq(integrationConnections.id, id));
  ctx.audit({ action: 'integration.deleted', objectId: id, before: told(before) });
}

/** Asks the vendor whether it takes the stored credentials; the connection's health says so, too. @throws AppError NOT_FOUND, FORBIDDEN */
export async function testIntegration(
  ctx: MemberContext,
  id: string,
): Promise<z.infer<typeof IntegrationTest>> {
  await ctx.precondition?.(ctx.db);
  const { entityId, system, credentials, config } = await getSealed(ctx, id);
  try {
    const token = openToken(ctx.cipher, credentials);
    await probe(openCaller(ctx.vendorHosts, { entityId, system, token }, BRIEF), config.company_slug);
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    await runUnitOfWork(ctx, INTEGRATION_EVENTS, (unit) => noteFailure(unit, ctx.vendorHosts, id, error));
    const companies = error instanceof CompanyRequired ? [...error.companies] : [];
    return { ok: false, code: error.code, message: error.message, companies };
  }
  await noteSuccess(ctx.db, id);
  return { ok: true, code: null, message: `${NAMES[system]} accepts the credentials.`, companies: [] };
}

/** Records that a connection works. */
export async function noteSuccess(db: Db, id: string): Promise<void> {
  await noteWorking(db, id);
}

/** Records a failure, and reports the first one. */
export async function noteFailure(
  { db, emit }: Pick<Unit, 'db' | 'emit'>,
  hosts: Context['vendorHosts'],
  id: string,
  { code, message }: VendorError,
): Promise<void> {
  const [failed] = await lockFailing(db, id, { code, message });
  if (failed?.before !== 'active') return;
  const view = await existing(readIntegrations(db, ownConnection(id, failed.entityId)));
  emit('integration.failing', failed.entityId, shownOn(hosts, view));
}

async function lockConnection({ db, actor }: Pick<WriteContext, 'db' | 'actor'>, id: string): Promise<void> {
  const { entityId, locationId } = integrationConnections;
  await existing(
    db
      .select({ id: integrationConnections.id })
      .from(integrationConnections)
      .where(and(eq(integrationConnections.id, id), eq(entityId, actor.entity.id), isNull(locationId)))
      .for('update'),
  );
}

function checkConfig(system: Vendor, config: z.infer<typeof VendorConfig>): void {
  if (system === 'leaflink' || config.company_slug === undefined) return;
  throw invalidRequest([
    { path: 'config.company_slug', code: 'unknown_key', message: 'is not used by Distru' },
  ]);
}

/** @throws AppError CONFLICT with `details.reason` = `vendor_misconfigured` */
function tokenOf({ cipher }: MemberContext, sealed: string | null): string {
  try {
    return openToken(cipher, sealed);
  } catch (error) {
    throw error instanceof VendorError ? faultOf(error) : error;
  }
}

async function tryOut(
  { actor, vendorHosts }: MemberContext,
  { system, token, config }: { system: Vendor; token: string; config: z.infer<typeof VendorConfig> },
): Promise<void> {
  try {
    await probe(
      openCaller(vendorHosts, { entityId: actor.entity.id, system, token }, BRIEF),
      config.company_slug,
    );
  } catch (error) {
    throw error instanceof VendorError ? faultOf(error) : error;
  }
}

function faultOf(error: VendorError): AppError {
  if (error instanceof CompanyRequired) {
    return new AppError('CONFLICT', error.message, {
      reason: 'company_required',
      companies: error.companies,
    });
  }
  return new AppError('CONFLICT', `${error.message} Nothing was saved.`, { reason: error.code });
}

/** Fields of the audit row; never credentials. */
const told = ({ system, config, auth, status }: IntegrationView) => ({ system, ...config, auth, status });
