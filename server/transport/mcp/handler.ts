import type { IncomingMessage, ServerResponse } from 'node:http';
import { toWebRequest } from '@modelcontextprotocol/node';
import type { McpScope } from '../../features/oauth/schema';
import { AppError, invalidRequest } from '../../kernel/errors';
import { checkMinute } from '../../platform/rate-limit/per-minute';
import { JSON_LIMIT, readJsonBody } from '../rest/body';
import type { RestPlatform } from '../rest/handler';
import { methodNotAllowed } from '../rest/routes';
import type { Call } from './call';
import { scopeOf } from './catalog';
import { serve } from './exchange';
import { checkOrigin } from './origins';

/** Calls of tools in a minute, of one key or grant. */
const TOOL_CALLS = 60;

/** A request by a key or token, before its body is read. */
export type Admitted = Omit<Call, 'signal'>;

interface Parts {
  platform: Pick<RestPlatform, 'limiter' | 'requestLog' | 'corsOrigins'>;
  publicUrl: string;
  signal: AbortSignal;
  /** @param clientName what the client calls itself in the body; null where it doesn't */
  admit: () => Promise<(clientName: string | null) => Admitted>;
}

/** Where a client learns how to get a token (RFC 9728). */
export const metadataUrl = (publicUrl: string) => `${publicUrl}/.well-known/oauth-protected-resource/mcp`;

/**
 * Handles a request of an assistant: origin, method, authentication, rate, size, scope, then the protocol.
 * @throws AppError for what the protocol has no response to: FORBIDDEN, METHOD_NOT_ALLOWED, UNAUTHORIZED, RATE_LIMITED,
 *   PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function handleMcp(req: IncomingMessage, res: ServerResponse, parts: Parts): Promise<string> {
  const { platform, publicUrl, signal } = parts;
  const started = performance.now();
  if (checkOrigin(req, res, { publicUrl, origins: platform.corsOrigins })) return 'mcp';
  if (req.method !== 'POST') throw methodNotAllowed(['POST']);
  const admitted = await parts.admit().catch((error: unknown) => {
    throw challenged(error, publicUrl);
  });
  const { actor, request } = admitted(null).ctx;
  const standing = await platform.limiter.take(actor.entity);
  for (const [header, value] of Object.entries(standing)) res.setHeader(header, value);
  let path = '/mcp';
  res.once('close', () => {
    const durationMs = performance.now() - started;
    platform.requestLog.add({ actor, request, method: 'POST', path, status: res.statusCode, durationMs });
  });
  const { value: body } = await readJsonBody(req, JSON_LIMIT);
  const { method, params } = messageIn(body);
  if (method === 'subscriptions/listen') throw unsupported();
  const tool = method === 'tools/call' ? String(params.name) : null;
  if (/^[\w/]{1,60}$/.test(tool ?? method)) path = `/mcp/${tool ?? method}`;
  const call = { ...admitted(clientNameIn(params)), signal };
  if (tool !== null) {
    await checkMinute(call.ctx.db, `mcp:${actor.key?.id ?? actor.userId}`, TOOL_CALLS);
    requireScope(call.scopes, scopeOf(tool), publicUrl);
  }
  await serve(await toWebRequest(req, body, { signal }), res, { call, tool, body });
  return 'mcp';
}

/** The error with where to get a token. */
function challenged(error: unknown, publicUrl: string): unknown {
  if (!(error instanceof AppError) || error.status !== 401) return error;
  const { code, message, details } = error;
  const kind = code === 'UNAUTHORIZED' ? '' : 'error="invalid_token", ';
  const headers = { 'WWW-Authenticate': `Bearer ${kind}resource_metadata="${metadataUrl(publicUrl)}"` };
  return new AppError(code as 'UNAUTHORIZED', message, details, headers);
}

/** @throws AppError FORBIDDEN `insufficient_scope`, with the scope that it takes (RFC 6750) */
function requireScope(held: readonly McpScope[], scope: McpScope | null, publicUrl: string): void {
  if (scope === null || held.includes(scope)) return;
  const challenge = `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${metadataUrl(publicUrl)}"`;
  throw new AppError(
    'FORBIDDEN',
    `The token lacks the scope ${scope}.`,
    { reason: 'insufficient_scope', scope },
    { 'WWW-Authenticate': challenge },
  );
}

function messageIn(body: Record<string, unknown>): { method: string; params: Record<string, unknown> } {
  const { method, params } = body;
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  return {
    method: typeof method === 'string' ? method : '',
    params: isObject ? (params as Record<string, unknown>) : {},
  };
}

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
function clientNameIn({ _meta, clientInfo }: Record<string, unknown>): string | null {
  const info = ((_meta as Record<string, unknown> | undefined)?.[CLIENT_INFO] ?? clientInfo) as
    | { name?: unknown }
    | undefined;
  return typeof info?.name === 'string' ? info.name : null;
}

/** Responses are JSON alone: nothing is streamed. */
function unsupported(): AppError {
  return invalidRequest([{ path: 'method', code: 'unknown_value', message: 'is not offered: poll instead' }]);
}
