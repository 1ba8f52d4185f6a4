import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { isDocumentAddress, readClient } from '../../features/oauth/documents';
import { type OAuthResource, RESOURCE_PATHS, scopesOf } from '../../features/oauth/schema';
import { resourceAt } from '../../features/oauth/service';
import type { Actor, RequestInfo } from '../../kernel/actor';
import { isAppError, notFound } from '../../kernel/errors';
import type { Db } from '../../platform/db/client';
import type { Target } from '../http/request';
import { sendJson } from '../rest/envelope';
import { methodNotAllowed } from '../rest/routes';
import { withBrowser } from './browser';

export const AUTHORIZE = '/oauth/authorize';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
/** Programs of any origin may use these (decision 940). */
const OPEN = new Set(['/oauth/token', '/oauth/revoke']);

interface Parts {
  db: Db;
  publicUrl: string;
  allowLoopback: boolean;
  provider: () => Promise<Provider>;
  request: RequestInfo;
  /** The member whose browser it is; null without one. */
  viewer: () => Promise<Actor | null>;
}

/** Whether a path belongs to the authorization server; the page of consent is a page. */
export const isOAuthPath = (path: string) =>
  path === AUTHORIZE ||
  path.startsWith(`${AUTHORIZE}/`) ||
  OPEN.has(path) ||
  path === SERVER_METADATA ||
  path.startsWith(`${RESOURCE_METADATA}/`);

/** Serves the authorization server and the documents by which it is found. */
export async function serveOAuth(
  req: IncomingMessage,
  res: ServerResponse,
  target: Target,
  parts: Parts,
): Promise<void> {
  const { path } = target;
  res.setHeader('Cache-Control', 'no-store');
  if (path.startsWith(RESOURCE_METADATA) || path === SERVER_METADATA || OPEN.has(path)) {
    if (openToAll(req, res, OPEN.has(path) ? 'POST' : 'GET')) return;
  }
  if (path.startsWith(RESOURCE_METADATA)) return sendResource(req, res, path, parts.publicUrl);
  if (path === AUTHORIZE) return beginAt(req, res, target, parts);
  const viewer = path.startsWith(AUTHORIZE) ? await parts.viewer() : null;
  await passOn(req, res, parts, viewer);
}

/** @returns true when the request was a preflight and has its response */
function openToAll(req: IncomingMessage, res: ServerResponse, method: 'GET' | 'POST'): boolean {
  res.setHeader('Access-Control-Allow-Origin', '*');
  if (req.method === 'OPTIONS') {
    res.setHeader('Access-Control-Allow-Methods', method);
    res.setHeader('Access-Control-Allow-Headers', 'Content-Type, Authorization, MCP-Protocol-Version');
    res.setHeader('Access-Control-Max-Age', '600');
    res.statusCode = 204;
    res.end();
    return true;
  }
  if (req.method !== method && !(method === 'GET' && req.method === 'HEAD')) throw methodNotAllowed([method]);
  return false;
}

/** The document of a resource (RFC 9728). */
function sendResource(req: IncomingMessage, res: ServerResponse, path: string, publicUrl: string): void {
  const below = path.slice(RESOURCE_METADATA.length);
  const resource = resourceAt(publicUrl, publicUrl + below);
  if (!resource) throw notFound();
  const document = {
    resource: publicUrl + RESOURCE_PATHS[resource],
    authorization_servers: [publicUrl],
    scopes_supported: scopesOf(resource),
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/developers`,
  };
  sendJson(res, 200, document, req.method === 'HEAD');
}

/**
 * Begins a request for consent: the member signs in first, then the client's document is read, then the library goes on.
 * What has no redirect to go to is JSON.
 */
async function beginAt(
  req: IncomingMessage,
  res: ServerResponse,
  target: Target,
  parts: Parts,
): Promise<void> {
  const { publicUrl, db, allowLoopback } = parts;
  if (req.method !== 'GET') throw methodNotAllowed(['GET']);
  const query = new URLSearchParams(target.query);
  const resource = resourceAt(publicUrl, query.get('resource') ?? '');
  if (query.getAll('resource').length !== 1 || !resource) {
    return refuse(res, 'invalid_target', 'send one resource: the address that the token is for');
  }
  const client = query.get('client_id') ?? '';
  if (!isDocumentAddress(client, allowLoopback))
    return refuse(res, 'invalid_client', 'client_id must be the address of a document');
  const viewer = await parts.viewer();
  if (!viewer) {
    res.statusCode = 303;
    res.setHeader('Location', `/sign-in?next=${encodeURIComponent(`${AUTHORIZE}?${target.query}`)}`);
    res.end();
    return;
  }
  try {
    await readClient(db, { id: client, userId: viewer.userId, allowLoopback });
  } catch (error) {
    if (isAppError(error) && error.status === 400) return refuse(res, 'invalid_client', error.message);
    throw error;
  }
  query.set('scope', knownScopes(query.get('scope'), resource));
  req.url = `${AUTHORIZE}?${query}`;
  // Each request begins without what an earlier one left in the browser.
  req.headers.cookie = (req.headers.cookie ?? '').replaceAll(/tallyleaf-oauth[\w.-]*=[^;]*;? ?/g, '');
  await passOn(req, res, parts, viewer);
}

/** The scopes of the resource that are asked for; the least where none are. */
function knownScopes(asked: string | null, resource: OAuthResource): string {
  const known = (asked ?? '').split(' ').filter((one) => scopesOf(resource).includes(one));
  return (known.length > 0 ? known : scopesOf(resource).slice(0, 1)).join(' ');
}

function refuse(res: ServerResponse, error: string, error_description: string): void {
  sendJson(res, 400, { error, error_description }, false);
}

/** Addresses are those of the operator, whatever the request says of its host. */
async function passOn(
  req: IncomingMessage,
  res: ServerResponse,
  parts: Parts,
  viewer: Actor | null,
): Promise<void> {
  const { protocol, host } = new URL(parts.publicUrl);
  Object.assign(req.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
  delete req.headers.origin;
  const { id: requestId, address } = parts.request;
  const browser = {
    sessionId: viewer?.sessionId ?? null,
    userId: viewer?.userId ?? null,
    address,
    requestId,
  };
  const provider = await parts.provider();
  await withBrowser(browser, () => provider.callback()(req, res));
}
