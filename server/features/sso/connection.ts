import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { invalidRequest, notFound } from '../../kernel/errors';
import type { Context, ReadContext, WriteContext } from '../../operation/context';
import { checkTargetUrl } from '../../platform/outgoing/guard';
import { announceAccess, placeOf } from '../auth/mails/access-mail';
import { lockEntity } from '../entities/queries';
import { disconnect, viewOf } from './disconnect';
import { checkFirst } from './domains/taken';
import type { PutSso, Sso } from './schema';
import { sealSecret } from './secret';
import { liveLocations } from './sign-in/sign-in.sql';
import { type SsoConnection, ssoConnections } from './tables';

/** @throws AppError NOT_FOUND without a connection */
export async function getSso({ db, actor }: ReadContext): Promise<z.infer<typeof Sso>> {
  return viewOf(await connectionRow(db, actor.entity.id));
}

async function connectionRow(db: ReadContext['db'], entityId: string): Promise<SsoConnection> {
  const [row] = await db.select().from(ssoConnections).where(eq(ssoConnections.entityId, entityId));
  if (!row) throw notFound();
  return row;
}

/**
 * Connects a provider, or changes the connection. Another issuer or client ends sign-ins that have begun, and takes its secret.
 * @throws AppError INVALID_REQUEST
 */
export async function putSso(
  ctx: WriteContext & Pick<Context, 'cipher' | 'webhookLoopback'>,
  { issuer, client_id, client_secret, groups_claim, mappings, jit, trust_mfa }: z.infer<typeof PutSso>,
): Promise<z.infer<typeof Sso>> {
  const { db, actor, cipher } = ctx;
  const entityId = actor.entity.id;
  const problem = issuerProblem(issuer, ctx.webhookLoopback);
  if (problem) throw invalidRequest([{ path: 'issuer', ...problem }]);
  await lockEntity(db, entityId);
  await checkLocations(ctx, mappings);
  const [before] = await db.select().from(ssoConnections).where(eq(ssoConnections.entityId, entityId));
  const isSame = before?.issuer === issuer && before.clientId === client_id;
  if (client_secret === undefined && !isSame) {
    throw invalidRequest([
      { path: 'client_secret', code: 'required', message: 'is required for another issuer or client' },
    ]);
  }
  if (jit) await checkFirst(db, entityId);
  const row = {
    ...{ issuer, clientId: client_id, groupsClaim: groups_claim, mappings, jit, trustMfa: trust_mfa },
    ...(client_secret !== undefined && { clientSecret: sealSecret(cipher, client_secret) }),
    ...(!isSame && { triedAt: null }),
  };
  if (before) await db.update(ssoConnections).set(row).where(eq(ssoConnections.entityId, entityId));
  else await db.insert(ssoConnections).values({ ...row, entityId, clientSecret: row.clientSecret as string });
  const after = viewOf(await connectionRow(db, entityId));
  ctx.audit({
    action: 'sso_connection.updated',
    objectId: entityId,
    ...(before && { before: viewOf(before) }),
    after,
  });
  const place = placeOf(issuer);
  if (!before) await announceAccess(db, actor, 'sso_connected', place);
  else if (client_secret !== undefined || !isSame || hasChanged(viewOf(before), after)) {
    await announceAccess(db, actor, 'sso_changed', place);
  }
  return after;
}

const hasChanged = (before: object, after: object) => JSON.stringify(before) !== JSON.stringify(after);

/** A private address is possible: the operator's list is asked with each request. */
function issuerProblem(issuer: string, allowLoopback: boolean) {
  const host = URL.canParse(issuer) ? new URL(issuer).hostname.replace(/^\[(.*)\]$/, '$1') : '';
  return checkTargetUrl(issuer, { allowLoopback, privateHosts: [host.toLowerCase()] });
}

async function checkLocations(
  { db, actor }: WriteContext,
  mappings: z.infer<typeof PutSso>['mappings'],
): Promise<void> {
  const wanted = [...new Set(mappings.flatMap(({ location_ids }) => location_ids ?? []))];
  const live = new Set((await liveLocations(db, actor.entity.id, wanted)).map(({ id }) => id));
  const wrong = mappings.flatMap(({ location_ids }, index) =>
    location_ids?.some((id) => !live.has(id)) ? [index] : [],
  );
  if (wrong.length === 0) return;
  throw invalidRequest(
    wrong.map((index) => ({
      path: `mappings.${index}.location_ids`,
      code: 'not_found',
      message: 'has a location that your business does not have',
    })),
  );
}

/** Ends single sign-on: links, and sign-ins that have begun. Members stay. @throws AppError NOT_FOUND */
export async function deleteSso(ctx: WriteContext): Promise<void> {
  const { db, actor } = ctx;
  const entityId = actor.entity.id;
  await lockEntity(db, entityId);
  const before = await disconnect(db, entityId);
  if (!before) throw notFound();
  ctx.audit({ action: 'sso_connection.deleted', objectId: entityId, before });
}
