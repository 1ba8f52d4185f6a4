import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { AppError, existing, forbidden, notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import type { ReadContext, WriteContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { deleteInBatches } from '../../platform/db/purge';
import { digestOf, newLookup } from '../api-keys/format';
import { addKeyOfGrant } from '../api-keys/service';
import { deleteKeyOfGrant } from '../api-keys/service.sql';
import { announceAccess } from '../auth/mails/access-mail';
import { lockEntity } from '../entities/queries';
import { type ClientDocument, hostOf, knownClient } from './documents';
import { answerRequest, type GrantRow, grantsFor, lockGrant, lockRequest } from './queries.sql';
import {
  type Decided,
  type Grant,
  type GrantList,
  MAX_GRANTS,
  type OAuthResource,
  permissionsFor,
  RESOURCE_PATHS,
  RESOURCES,
  type ShownRequest,
  scopesOf,
} from './schema';
import { oauthClients, oauthGrants, oauthTokens } from './tables';

type Ctx = Pick<WriteContext, 'db' | 'actor'> & { publicUrl: string };

/** SHA-256 in hex, which is what the database holds of a code, token or request. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** The resource of an address; null for any other. */
export const resourceAt = (publicUrl: string, address: string): OAuthResource | null =>
  RESOURCES.find((one) => publicUrl + RESOURCE_PATHS[one] === address) ?? null;

/** What a request asks for, as the protocol keeps it. */
interface Asked {
  client: ClientDocument;
  resource: OAuthResource;
  scopes: string[];
  redirectHost: string;
}

async function askedIn({ db, publicUrl }: Ctx, payload: Record<string, unknown>): Promise<Asked> {
  const { client_id, resource, scope, redirect_uri } = payload.params as Record<string, string>;
  const client = await knownClient(db, String(client_id));
  const known = resourceAt(publicUrl, String(resource));
  if (!client || !known) throw notFound();
  const scopes = String(scope ?? '')
    .split(' ')
    .filter((one) => scopesOf(known).includes(one));
  return {
    client,
    resource: known,
    scopes: [...new Set(scopes)],
    redirectHost: hostOf(String(redirect_uri)),
  };
}

/** What of it the member may give: for the business what they have themselves, for themselves all. */
const givenBy = ({ permissions }: Actor, { resource, scopes }: Asked) =>
  resource === 'mcp' ? scopes : scopes.filter((one) => permissions.some((held) => held === one));

/** An app of the business is let in by who may make a key of it. */
const mayConsent = (actor: Actor, { resource }: Asked) =>
  actor.key === null && (resource === 'mcp' || actor.permissions.includes('manage:api-keys'));

/** Shows a request to the member in whose session it began. @throws AppError NOT_FOUND for every other */
export async function showRequest(ctx: Ctx, id: string): Promise<z.infer<typeof ShownRequest>> {
  const { payload } = await requestOf(ctx, id);
  const asked = await askedIn(ctx, payload);
  const scopes = givenBy(ctx.actor, asked);
  return {
    ...{ id, host: hostOf(asked.client.client_id), client_name: asked.client.client_name },
    ...{ redirect_host: asked.redirectHost, resource: asked.resource, scopes },
    withheld: asked.scopes.filter((one) => !scopes.includes(one)),
    location_ids: ctx.actor.locationLimit && [...ctx.actor.locationLimit],
    may_consent: mayConsent(ctx.actor, asked),
  };
}

const requestOf = ({ db, actor }: Ctx, id: string) =>
  existing(lockRequest(db, hashOf(id), actor.sessionId, actor.userId));

const continueAt = ({ publicUrl }: Ctx, id: string) => ({
  continue_at: `${publicUrl}/oauth/authorize/${id}`,
});

/**
 * Lets a client in: for the member, or for the business. The request is used up.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT `too_many`
 */
export async function consent(
  ctx: WriteContext & { publicUrl: string },
  id: string,
): Promise<z.infer<typeof Decided>> {
  const { db, actor } = ctx;
  const { payload } = await requestOf(ctx, id);
  const asked = await askedIn(ctx, payload);
  const scopes = givenBy(actor, asked);
  if (!mayConsent(actor, asked) || scopes.length === 0) {
    throw forbidden('Ask an owner or admin to let this app in.', {
      reason: 'permission_required',
      permission: 'manage:api-keys',
    });
  }
  await lockEntity(db, actor.entity.id);
  if ((await db.$count(oauthGrants, sql`entity_id = ${actor.entity.id}`)) >= MAX_GRANTS) {
    throw new AppError('CONFLICT', `A business has at most ${MAX_GRANTS} grants. Revoke one first.`, {
      reason: 'too_many',
      limit: MAX_GRANTS,
    });
  }
  const grant = await addGrant(ctx, asked, scopes);
  await answerRequest(db, hashOf(id), {
    login: { accountId: actor.userId, remember: false },
    consent: { grantId: grant },
  });
  return continueAt(ctx, id);
}

async function addGrant(ctx: WriteContext, { client, resource }: Asked, scopes: string[]): Promise<string> {
  const { db, actor } = ctx;
  const [id, keyId, host] = [newId(), newId(), hostOf(client.client_id)];
  await addKeyOfGrant(db, {
    ...{ id: keyId, entityId: actor.entity.id, userId: actor.userId, name: host },
    ...{ personal: resource === 'mcp', permissions: permissionsFor(resource, scopes) },
    // No one has its secret: tokens stand for it.
    ...{ lookup: newLookup(), secretHash: digestOf(randomBytes(32).toString('hex')) },
    locationIds: resource === 'api' && actor.locationLimit ? [...actor.locationLimit] : null,
  });
  await db.insert(oauthGrants).values({
    ...{
      id,
      entityId: actor.entity.id,
      userId: actor.userId,
      clientId: client.client_id,
      keyId,
      resource,
      scopes,
    },
  });
  await announceAccess(db, actor, resource === 'api' ? 'app_let_in' : 'assistant_let_in', host);
  ctx.audit({ action: 'oauth_grant.created', objectId: id, after: { client: host, resource, scopes } });
  return id;
}

/** Sends the client away. @throws AppError NOT_FOUND */
export async function deny(ctx: Ctx, id: string): Promise<z.infer<typeof Decided>> {
  await requestOf(ctx, id);
  await answerRequest(ctx.db, hashOf(id), {
    error: 'access_denied',
    error_description: 'The member denied the request',
  });
  return continueAt(ctx, id);
}

const manages = ({ permissions }: Actor) => permissions.includes('manage:api-keys');

/** Lists whom the member let in, and for who manages keys whom anyone of the business did. */
export async function listGrants({ db, actor }: ReadContext): Promise<z.infer<typeof GrantList>> {
  const rows = await grantsFor(db, actor.entity.id, actor.userId, manages(actor));
  return { data: rows.map((row) => viewOf(row, actor)) };
}

function viewOf(
  { user_id, client_id, key_id: _, granted_by, ...row }: GrantRow,
  { userId }: Actor,
): z.infer<typeof Grant> {
  return {
    ...row,
    host: hostOf(client_id),
    granted_by: { id: user_id, name: granted_by },
    own: user_id === userId,
  };
}

/** Ends a grant with its tokens, and what it connected. @throws AppError NOT_FOUND */
export async function revokeGrant(ctx: WriteContext, id: string): Promise<void> {
  const { db, actor } = ctx;
  const grant = await existing(lockGrant(db, id, actor.entity.id, actor.userId, manages(actor)));
  await deleteKeyOfGrant(db, grant.key_id);
  const { client_id, resource, scopes } = grant;
  ctx.audit({
    action: 'oauth_grant.revoked',
    objectId: id,
    before: { client: hostOf(client_id), resource, scopes },
  });
}

/** Deletes codes, tokens and requests that have expired, and documents of clients that were not let in. */
export async function purgeTokens(db: Db): Promise<void> {
  await deleteInBatches(db, oauthTokens, sql`${oauthTokens.expiresAt} < now() - interval '1 day'`);
  await deleteInBatches(
    db,
    oauthClients,
    sql`${oauthClients.freshUntil} < now() - interval '7 days'
      and not exists (select from ${oauthGrants} g where g.client_id = ${oauthClients.id})`,
  );
}
