import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import { AppError, existing, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween } from '../../../kernel/patch';
import type { Context, WriteContext } from '../../../operation/context';
import { requireRecent } from '../../../operation/recent';
import { runUnitOfWork } from '../../../operation/unit-of-work';
import { announceAccess } from '../../auth/mails/access-mail';
import { getLocation, holdLocation } from '../../entities/locations/queries';
import { openToken, sealToken } from '../../integrations/credentials';
import { addConnection, changeConnection, deleteConnection } from '../../integrations/rows';
import { INTEGRATION_EVENTS, noteFailure, noteSuccess } from '../../integrations/service';
import { VendorError } from '../../integrations/vendor-error';
import { requireLocation } from '../../pos/service';
import { enqueueSite } from '../enqueue';
import { keyName, type License } from '../metrc/call';
import { supersedeUnsent } from '../outbox/supersede';
import type { ConnectMetrc, MetrcConnectionView, MetrcTest, UpdateMetrc } from '../schema';
import { complianceSites } from '../tables';
import type { Mode, ModeKind } from '../words';
import { openLicense, probeLicense } from './license';
import { getMetrc, getSealedMetrc } from './queries';
import { licenseAt, lockMetrcAt, type MetrcConfig } from './queries.sql';

export type MemberContext = Context & { actor: Actor };

const REVIEW: Record<ModeKind, Mode> = {
  package_adjustment: 'review',
  package_finish: 'review',
  transfer_template: 'review',
};

/** @throws AppError CONFLICT `vendor_key_missing` */
function checkKey(
  { metrcKeys }: Pick<Context, 'metrcKeys'>,
  { state, environment }: Pick<MetrcConfig, 'state' | 'environment'>,
) {
  if (metrcKeys[keyName(state, environment)] !== undefined) return;
  throw new AppError(
    'CONFLICT',
    'The operator of this installation has no key of Metrc for this state and environment. Ask for one.',
    { reason: 'vendor_key_missing', state, environment },
  );
}

/**
 * Connects a location with the state's Metrc, once that has accepted the keys and lists the license.
 * @throws AppError NOT_FOUND; CONFLICT `vendor_key_missing`, `metrc_connected`, or the vendor's fault as its reason
 */
export async function connectMetrc(
  ctx: MemberContext,
  {
    id: locationId,
    user_key: userKey,
    mode,
    transfer_type,
    pos_reports,
    ...where
  }: z.infer<typeof ConnectMetrc>,
): Promise<MetrcConnectionView> {
  await requireLocation(ctx, locationId);
  const { state, environment } = where;
  checkKey(ctx, where);
  const entityId = ctx.actor.entity.id;
  const { license } = await existing(licenseAt(ctx.db, locationId, entityId));
  const config: MetrcConfig = {
    state,
    environment,
    mode: withModes(REVIEW, mode),
    transfer_type: transfer_type ?? null,
  };
  if ((await lockMetrcAt(ctx.db, locationId, entityId)).length > 0) throw connectedAlready();
  await tryOut(ctx, { number: license, state, environment, userKey });
  return runUnitOfWork(ctx, [], async (unit) => {
    if (!(await holdLocation(unit.db, entityId, locationId))) throw notFound();
    const id = newId();
    const added = await addConnection(unit.db, {
      ...{ id, entityId, locationId, system: 'metrc', config, auth: 'basic' },
      credentials: sealToken(ctx.cipher, userKey),
      lastOkAt: sql`now()`,
    });
    if (added.length === 0) throw connectedAlready();
    await unit.db
      .insert(complianceSites)
      .values({ id, entityId, locationId, state, environment, posReports: pos_reports ?? null });
    await enqueueSite(unit.db, { id, entityId });
    const scope = { ...ctx, db: unit.db };
    const { name } = await getLocation(scope, locationId);
    await announceAccess(unit.db, ctx.actor, 'integration_connected', `Metrc (${name})`);
    const view = await getMetrc(scope, locationId);
    unit.audit({ action: 'metrc.connected', objectId: id, locationIds: [locationId], after: told(view) });
    return view;
  });
}

const connectedAlready = () =>
  new AppError(
    'CONFLICT',
    'The location is connected with Metrc already. Change or delete that connection.',
    {
      reason: 'metrc_connected',
    },
  );

/** Modes as a request gives them: kinds that it leaves out stay. */
const withModes = (
  before: Record<ModeKind, Mode>,
  sent: Partial<Record<ModeKind, Mode | undefined>>,
): Record<ModeKind, Mode> => ({
  package_adjustment: sent.package_adjustment ?? before.package_adjustment,
  package_finish: sent.package_finish ?? before.package_finish,
  transfer_template: sent.transfer_template ?? before.transfer_template,
});

/**
 * Changes the connection of a location; another state, environment or key is tried first, and has its jobs go on.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, FORBIDDEN, CONFLICT as `connectMetrc`
 */
export async function updateMetrc(
  ctx: MemberContext,
  { id: locationId, ...patch }: z.infer<typeof UpdateMetrc>,
): Promise<MetrcConnectionView> {
  const present = await getSealedMetrc(ctx, locationId);
  if (Object.values(patch).every((value) => value === undefined)) {
    throw invalidRequest([{ path: '', code: 'empty_patch', message: 'Send at least one field to change.' }]);
  }
  const { user_key: userKey, state, environment, status } = patch;
  const config: MetrcConfig = {
    state: state ?? present.config.state,
    environment: environment ?? present.config.environment,
    mode: withModes(present.config.mode, patch.mode ?? {}),
    transfer_type: patch.transfer_type === undefined ? present.config.transfer_type : patch.transfer_type,
  };
  const isMoved = config.state !== present.config.state || config.environment !== present.config.environment;
  const isRetargeted = isMoved || userKey !== undefined;
  if (isRetargeted) {
    requireRecent(ctx.actor);
    checkKey(ctx, config);
    await tryOut(ctx, {
      ...{ number: present.license, state: config.state, environment: config.environment },
      userKey: userKey ?? storedKey(ctx, present.credentials),
    });
  }
  return runUnitOfWork(ctx, [], async (unit) => {
    const scope = { ...ctx, db: unit.db };
    const [locked] = await lockMetrcAt(unit.db, locationId, ctx.actor.entity.id);
    if (!locked) throw notFound();
    const before = await getMetrc(scope, locationId);
    await changeConnection(unit.db, locked.id, {
      config,
      ...(userKey !== undefined && {
        credentials: sealToken(ctx.cipher, userKey),
        credentialsAt: sql`now()`,
      }),
      ...(isRetargeted && { failures: 0, lastError: null, lastOkAt: sql`now()` }),
      status: status ?? (isRetargeted && before.status === 'failing' ? 'active' : undefined),
      updatedAt: sql`now()`,
    });
    const site = {
      ...(isMoved && {
        ...{ state: config.state, environment: config.environment },
        ...{ reading: {}, reasons: null, vendorReasons: null, transferTypes: null },
      }),
      ...(patch.pos_reports !== undefined && { posReports: patch.pos_reports }),
      ...(isRetargeted && { readAt: sql`now()`, pausedUntil: null }),
    };
    if (Object.keys(site).length > 0) {
      await unit.db.update(complianceSites).set(site).where(eq(complianceSites.id, locked.id));
    }
    await enqueueSite(unit.db, { id: locked.id, entityId: ctx.actor.entity.id });
    const after = await getMetrc(scope, locationId);
    const object = { objectId: locked.id, locationIds: [locationId] };
    if (isRetargeted) {
      const { name } = await getLocation(scope, locationId);
      await announceAccess(unit.db, ctx.actor, 'integration_retargeted', `Metrc (${name})`);
    }
    unit.audit({ action: 'metrc.updated', ...object, ...changesBetween(told(before), told(after)) });
    if (userKey !== undefined) unit.audit({ action: 'metrc.credentials_replaced', ...object });
    return after;
  });
}

/** Deletes the connection of a location and its key. Its jobs stay; what wasn't sent no longer applies. @throws AppError NOT_FOUND */
export async function deleteMetrc(
  ctx: WriteContext & Pick<Context, 'vendorHosts'>,
  locationId: string,
): Promise<void> {
  await requireLocation(ctx, locationId);
  const [locked] = await lockMetrcAt(ctx.db, locationId, ctx.actor.entity.id);
  if (!locked) throw notFound();
  const before = await getMetrc(ctx, locationId);
  await supersedeUnsent(ctx.db, locked.id);
  await deleteConnection(ctx.db, locked.id);
  ctx.audit({
    action: 'metrc.deleted',
    objectId: locked.id,
    locationIds: [locationId],
    before: told(before),
  });
}

/** Asks Metrc whether it takes the stored keys and lists the license; the connection's health says so, too. @throws AppError NOT_FOUND */
export async function testMetrc(ctx: MemberContext, locationId: string): Promise<z.infer<typeof MetrcTest>> {
  await ctx.precondition?.(ctx.db);
  const present = await getSealedMetrc(ctx, locationId);
  try {
    await probeLicense(ctx, openLicense(ctx.cipher, present));
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    if (error.lasting) {
      await runUnitOfWork(ctx, INTEGRATION_EVENTS, (unit) =>
        noteFailure(unit, ctx.vendorHosts, present.id, error),
      );
    }
    return { ok: false, code: error.code, message: error.message };
  }
  await noteSuccess(ctx.db, present.id);
  if (present.status === 'failing') await enqueueSite(ctx.db, present);
  return { ok: true, code: null, message: `Metrc accepts the keys and lists ${present.license}.` };
}

function storedKey({ cipher }: MemberContext, sealed: string | null): string {
  try {
    return openToken(cipher, sealed);
  } catch (error) {
    throw error instanceof VendorError ? faultOf(error) : error;
  }
}

async function tryOut(ctx: MemberContext, license: License): Promise<void> {
  try {
    await probeLicense(ctx, license);
  } catch (error) {
    throw error instanceof VendorError ? faultOf(error) : error;
  }
}

const faultOf = (error: VendorError) =>
  new AppError('CONFLICT', `${error.message} Nothing was saved.`, { reason: error.code });

/** Fields of the audit row; never the key. */
const told = ({ state, environment, mode, transfer_type, pos_reports, status }: MetrcConnectionView) => ({
  ...{ state, environment, ...mode, transfer_type, pos_reports, status },
});
