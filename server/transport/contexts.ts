import type { IncomingMessage } from 'node:http';
import { isKey } from '../features/api-keys/format';
import type { KeyReader } from '../features/api-keys/key-reader';
import { confirmMember } from '../features/auth/factors/confirm-member';
import { browserSessions } from '../features/auth/nextauth';
import { relyingPartyOf } from '../features/auth/passkeys/relying-party';
import { loadActors, type SessionActor } from '../features/auth/queries';
import { sessionEnded } from '../features/auth/service';
import { touchBrowserSession } from '../features/auth/sessions/touch';
import { deviceCookieName } from '../features/auth/sign-in/known-device';
import { hostsIn } from '../features/integrations/hosts';
import { MCP_SCOPES } from '../features/oauth/schema';
import { isAccessToken, readToken, wrongToken } from '../features/oauth/tokens';
import type { Actor, RequestInfo } from '../kernel/actor';
import { type AppError, isAppError } from '../kernel/errors';
import { isId } from '../kernel/params';
import type { SignUpMode } from '../kernel/sign-up';
import { tierOfStrangers } from '../kernel/tiers';
import { unauthorized } from '../operation/authorize';
import type { Context } from '../operation/context';
import { toAppError } from '../operation/failure';
import { type Operation, t } from '../operation/init';
import { Batches } from '../platform/db/batches';
import type { Db } from '../platform/db/client';
import type { Replica } from '../platform/db/replica';
import { networkOf } from '../platform/rate-limit/network';
import type { Slots } from '../platform/rate-limit/slots';
import type { Secrets } from '../platform/secrets/auth-secret';
import { noteRejection } from '../platform/security-log';
import { currentScope, inSpan } from '../platform/tracing/trace';
import { pageRequest } from './http/page-request';
import { cookiesOf, isFromOwnPages } from './http/request';
import type { Admitted } from './mcp/handler';
import { appRouter } from './router';
import type { Runtime, Viewer } from './runtime';

type Parts = Pick<Runtime, 'db' | 'env' | 'log' | 'signer' | 'cipher' | 'storage'> & {
  /** Connections for what precedes an operation. */
  admission: Db;
  secrets: Secrets;
  signUp: SignUpMode;
  replica: Replica | null;
  slots: Slots;
  keys: KeyReader;
  /** Takes the schema's generation, which is read with the sessions. */
  noteGeneration: (generation: number) => void;
};
type Caller = { actor: Actor; rejection: null } | { actor: null; rejection: AppError };

/**
 * Turns requests into contexts: REST by bearer token, the browser by next-auth's cookie, both backed by the same
 * session row; REST also by API key.
 */
export function contextFactory(parts: Parts) {
  const {
    db,
    env,
    log,
    signer,
    cipher,
    storage,
    admission,
    secrets,
    signUp,
    replica,
    slots,
    keys,
    noteGeneration,
  } = parts;
  const secure = env.PUBLIC_URL.startsWith('https:');
  const browserSessionId = browserSessions({ secrets, secure });
  const deviceName = deviceCookieName(secure);
  const { rpId } = relyingPartyOf(env.PUBLIC_URL);
  const strict = env.NODE_ENV !== 'production';
  const shared = {
    db,
    replica,
    slots,
    log,
    signer,
    cipher,
    storage,
    confirmMember,
    publicUrl: env.PUBLIC_URL,
    webhookLoopback: env.WEBHOOK_ALLOW_LOOPBACK,
    vendorHosts: hostsIn(env),
    metrcKeys: env.METRC_VENDOR_KEYS,
    dnsServers: env.DNS_SERVERS,
    signUp: { mode: signUp, tier: tierOfStrangers(env) },
    strict,
  };
  const createCaller = t.createCallerFactory(appRouter);
  /** The session is read for each request, so that its end counts from the next call on, on any process (decision 215). */
  const actors = new Batches((sessionIds: readonly string[]) =>
    loadActors(admission, sessionIds, rpId, noteGeneration),
  );

  /** @param path of the operation: a token of an app is good below the API alone */
  async function byBearer(
    header: string | undefined,
    { address, signal, path }: { address: string; signal: AbortSignal; path: string | undefined },
  ): Promise<Caller> {
    const token = bearerOf(header);
    if (!token) return { actor: null, rejection: unauthorized() };
    try {
      if (isKey(token)) return { actor: await keys.read(token, networkOf(address), signal), rejection: null };
      if (isAccessToken(token)) {
        const { resource, actor } = await tokenCaller(token, address, signal);
        if (resource !== 'api' || !path?.startsWith('/api/v1/')) throw wrongToken();
        return { actor, rejection: null };
      }
      const { sessionId } = await signer.verify('access', token);
      return await bySession(sessionId);
    } catch (error) {
      if (isAppError(error)) return { actor: null, rejection: error };
      throw error;
    }
  }

  /** @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, SERVICE_UNAVAILABLE */
  async function tokenCaller(token: string, address: string, signal: AbortSignal) {
    const caller = await slots.admissions.run(networkOf(address), () => readToken(db, token), signal);
    if (caller.unnoted) keys.noteUse(caller.unnoted);
    return caller;
  }

  /** @throws AppError UNAUTHORIZED, TOKEN_INVALID, TOKEN_EXPIRED */
  async function assistantOf(header: string | undefined, address: string, signal: AbortSignal) {
    const token = bearerOf(header);
    if (!token)
      throw unauthorized('Sign in first: send an API key or an OAuth access token as a bearer token.');
    if (isAccessToken(token)) {
      const { resource, ...caller } = await tokenCaller(token, address, signal);
      if (resource !== 'mcp') throw wrongToken();
      return caller;
    }
    if (!isKey(token)) throw wrongToken();
    const actor = await keys.read(token, networkOf(address), signal);
    return { actor, scopes: MCP_SCOPES, client: null };
  }

  async function bySession(sessionId: string | null): Promise<Caller> {
    const session = await sessionOf(sessionId);
    if (session) return { actor: session.actor, rejection: null };
    return { actor: null, rejection: sessionId === null ? unauthorized('Sign in first.') : sessionEnded() };
  }

  async function sessionOf(sessionId: string | null): Promise<SessionActor | null> {
    if (sessionId === null || !isId(sessionId)) return null;
    return inSpan('session', {}, () => actors.of(sessionId));
  }

  /** A known browser stays known when it calls the API directly. */
  function withDevice(request: RequestInfo, req: IncomingMessage): RequestInfo {
    if (!req.headers.cookie?.includes(deviceName)) return request;
    return { ...request, deviceCookie: cookiesOf(req)[deviceName] };
  }

  return {
    /**
     * File downloads and CSV lists open in the browser, where tRPC cannot carry them (decision 17): there the session's
     * cookie counts.
     */
    async rest(
      req: IncomingMessage,
      request: RequestInfo,
      { body, response, method, path }: Pick<Operation, 'body' | 'response' | 'method'> & { path?: string },
      isExport: boolean,
      signal: AbortSignal,
    ): Promise<Context> {
      const withFile = body !== 'json' || response === 'file' || (isExport && method === 'GET');
      if (withFile && !req.headers.authorization && (method === 'GET' || isFromOwnPages(req))) {
        const sessionId = await browserSessionId(cookiesOf(req));
        if (sessionId !== null) {
          const dashboard = { ...request, transport: 'dashboard' as const };
          const caller = await bySession(sessionId);
          return { ...shared, ...caller, request: dashboard };
        }
      }
      const caller = await byBearer(req.headers.authorization, { address: request.address, signal, path });
      return { ...shared, ...caller, request: withDevice(request, req) };
    },
    /** An assistant, by its key or token, which a session is not. */
    async mcp(req: IncomingMessage, request: RequestInfo, signal: AbortSignal) {
      const caller = await assistantOf(req.headers.authorization, request.address, signal);
      return (clientName: string | null): Admitted => {
        const client = caller.client ?? clientNameOf(clientName);
        const actor = { ...caller.actor, name: `${caller.actor.name} via ${client || 'MCP'}` };
        const ctx = { ...shared, actor, rejection: null, request };
        return { ctx, caller: createCaller(ctx, { signal }), scopes: caller.scopes, client };
      };
    },
    async trpc(req: IncomingMessage, request: RequestInfo): Promise<Context> {
      const sessionId = await browserSessionId(cookiesOf(req));
      return {
        ...shared,
        ...(await bySession(sessionId)),
        request: withDevice(request, req),
      };
    },
    async viewerOf(
      cookies: Record<string, string>,
      { id, address }: { id: string; address: string },
    ): Promise<Viewer | null> {
      const sessionId = await browserSessionId(cookies);
      const page = pageRequest.getStore();
      const session = await sessionOf(sessionId);
      if (!session) return null;
      const { actor, isUnrecorded } = session;
      page?.note(actor);
      if (isUnrecorded) await touchBrowserSession(db, actor.sessionId);
      const request: RequestInfo = {
        ...{ id, address, userAgent: null, transport: 'dashboard' },
        traceparent: currentScope()?.traceparent,
      };
      const caller = createCaller(
        { ...shared, actor, rejection: null, request },
        {
          ...(page && { signal: page.left }),
          onError: ({ error, path }) =>
            noteRejection(log, toAppError(error), { requestId: id, operation: path, actor }),
        },
      );
      return { actor, caller };
    },
  };
}

const bearerOf = (header: string | undefined) => /^Bearer +([^\s]+) *$/i.exec(header ?? '')?.[1];

/** What a client calls itself, without what could be mistaken for something else in the audit log. */
const clientNameOf = (name: string | null) =>
  (name ?? '')
    .replaceAll(/[^\w .:/-]/g, '')
    .trim()
    .slice(0, 40);

export type Contexts = ReturnType<typeof contextFactory>;
