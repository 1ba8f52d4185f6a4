import { setMaxListeners } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { unsubscribe } from '../../features/notifications/unsubscribe';
import type { Actor, RequestInfo } from '../../kernel/actor';
import { AppError } from '../../kernel/errors';
import type { Context } from '../../operation/context';
import { toAppError } from '../../operation/failure';
import { overloaded } from '../../platform/rate-limit/overload';
import { noteRejection } from '../../platform/security-log';
import { VERSION } from '../../platform/version';
import type { Contexts } from '../contexts';
import { isOAuthPath } from '../oauth/handler';
import type { OAuthServer } from '../oauth/server';
import { callsOf } from '../rest/body';
import { sendError, sendJson } from '../rest/envelope';
import { handleRest, type RestPlatform } from '../rest/handler';
import { methodNotAllowed } from '../rest/routes';
import type { Runtime } from '../runtime';
import { isSsoPath, type SsoServer } from '../sso/handler';
import { countCalls, knownCalls } from '../trpc/calls';
import { handleTrpc } from '../trpc/handler';
import { serveAssistant } from './assistants';
import { serveLogo } from './business-logos';
import { Drain } from './drain';
import { addressReader } from './forwarding';
import { isMenuPath, serveMenus } from './menus';
import { Observation } from './observation';
import { letIn, noteNetwork, OVERLOADED } from './overload';
import { pageRequest } from './page-request';
import type { ProductImages } from './product-images';
import { allowCaching } from './public-pages';
import { isFromOwnPages, requestIdOf, type Target, targetOf } from './request';
import { type RunDay, SANDBOX_DAY, serveSandboxDay } from './sandbox-day';
import { API_POLICY, setPagePolicies, setSecurityHeaders } from './security-headers';
import { SECURITY_TXT, serveSecurityTxt } from './security-txt';
import { limitSending } from './send-deadline';
import { serveServiceWorker } from './service-worker';

const HEADER_LIMIT = 16 * 1024;
const TRPC = '/api/trpc/';
const PUBLIC_MENUS = '/api/v1/public/menus/';
/** Handles a request without Host like any other, with our error format. */
const OPTIONS = { maxHeaderSize: HEADER_LIMIT, requestTimeout: 60_000, requireHostHeader: false };

export interface Pages {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  upgrade?: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

interface Parts {
  runtime: Runtime;
  contexts: Contexts;
  rest: RestPlatform;
  /** @throws while the database does not respond */
  checkDatabase: () => Promise<void>;
  images: ProductImages;
  oauth: OAuthServer;
  sso: SsoServer;
  /** Null in a process without pages. */
  pages: Pages | null;
  /** Null unless this is a sandbox. */
  runDay: RunDay | null;
}

export interface HttpServer {
  server: Server;
  drain: Drain;
}

/** Routes each request to REST, tRPC, health or pages. */
export function createHttpServer(parts: Parts): HttpServer {
  const { runtime, pages } = parts;
  const addressOf = addressReader(runtime.env.TRUST_PROXY, runtime.log);
  const server = createServer(OPTIONS, (req, res) => {
    const id = requestIdOf(req);
    const address = addressOf(req);
    noteNetwork(req, address);
    const observed = new Observation(req, res, id, runtime.log);
    const request: RequestInfo = {
      id,
      address,
      userAgent: req.headers['user-agent']?.slice(0, 256) ?? null,
      transport: 'api',
      traceparent: observed.traceparent,
      ...passcodeOf(req),
    };
    res.setHeader('X-Request-Id', id);
    setSecurityHeaders(res, runtime.env.PUBLIC_URL);
    drain.watch(res);
    const left = new AbortController();
    // Each operation of a page or a batch listens while it waits for its turn, and each stream of an export to its response.
    setMaxListeners(0, left.signal, res);
    res.once('close', () => {
      if (!res.writableFinished) left.abort();
    });
    const dispatched = () =>
      dispatch(parts, req, res, { request, observed, left: left.signal }, () => drain.begun);
    observed.run(dispatched).then(
      (label) => {
        observed.label = label;
      },
      (error) => {
        const failure = toAppError(error);
        const level = failure.code === 'SERVER_ERROR' ? 'error' : 'warn';
        if (failure.status >= 500) runtime.log[level]({ err: error, requestId: id }, 'request failed');
        noteRejection(runtime.log, failure, { requestId: id });
        if (res.headersSent) res.destroy();
        else sendError(res, failure, req.method === 'HEAD');
      },
    );
  });
  const drain = new Drain(server);
  server.keepAliveTimeout = 65_000;
  limitSending(server, runtime.env.SEND_TIMEOUT * 1000);
  server.on('clientError', respondToBrokenRequest);
  // Unknown expectations may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('connect', (_, socket) => respondWithError(socket, methodNotAllowed(['GET'])));
  if (pages?.upgrade) server.on('upgrade', pages.upgrade);
  return { server, drain };
}

/** @returns the request's label in the metrics */
async function dispatch(
  parts: Parts,
  req: IncomingMessage,
  res: ServerResponse,
  { request, observed, left }: { request: RequestInfo; observed: Observation; left: AbortSignal },
  isDraining: () => boolean,
): Promise<string> {
  const { runtime, contexts, rest, checkDatabase, images, pages, runDay } = parts;
  const noted = async (reading: Promise<Context>) => {
    const ctx = await reading;
    observed.note(ctx.actor);
    // Strangers don't learn which version to attack.
    if (ctx.actor) res.setHeader('X-Tallyleaf-Version', VERSION);
    return ctx;
  };
  const target = targetOf(req);
  const { path } = target;
  if (isSsoPath(path)) {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', API_POLICY);
    await parts.sso.serve(req, res, target, request);
    return 'sso';
  }
  if (path.startsWith('/auth/') || path.startsWith('/api/v1/') || path === '/api/openapi.json') {
    res.setHeader('Cache-Control', 'no-store');
    if (path.startsWith(PUBLIC_MENUS)) forReadersOf(req, res);
    res.setHeader('Content-Security-Policy', API_POLICY);
    const handled = await handleRest(req, res, target, rest, left, (operation, isExport) =>
      noted(contexts.rest(req, request, operation, isExport, left)),
    );
    return handled?.operation ?? 'rest';
  }
  if (path === '/mcp') {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', API_POLICY);
    return serveAssistant({
      req,
      res,
      rest,
      contexts,
      observed,
      request,
      left,
      publicUrl: runtime.env.PUBLIC_URL,
    });
  }
  if (isOAuthPath(path)) {
    await parts.oauth.serve(req, res, target, request);
    return 'oauth';
  }
  if (isMenuPath(path)) {
    const leave = letIn(rest.overload, req, res);
    try {
      if (!leave) throw overloaded();
      return await serveMenus({ req, res, runtime, contexts, request }, target);
    } finally {
      leave?.();
    }
  }
  if (path.startsWith(TRPC)) {
    const names = path.slice(TRPC.length);
    const calls = countCalls(names);
    observed.calls = knownCalls(names);
    rejectForeignOrigin(req);
    res.setHeader('Cache-Control', 'no-store');
    const leave = letIn(rest.overload, req, res);
    try {
      await handleTrpc(
        req,
        res,
        names,
        async () => {
          // In the form that pages read: they say when to try again.
          if (!leave) throw overloaded();
          const ctx = await noted(contexts.trpc(req, { ...request, transport: 'dashboard' }));
          await rest.abuse.take(ctx, ctx.actor ? calls : Math.max(calls, callsOf(req)));
          return ctx;
        },
        (failure, operation, ctx) =>
          noteRejection(runtime.log, failure, { requestId: request.id, operation, actor: ctx?.actor }),
      );
    } finally {
      leave?.();
    }
    return leave ? 'trpc' : OVERLOADED;
  }
  const isLogo = path.startsWith('/images/logos/');
  if (isLogo || path.startsWith('/images/products/')) {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(['GET']);
    // Objects of the API name their images by this address: a page opens it by its session, a program by its token.
    const file = { body: 'json', response: 'file', method: 'GET' } as const;
    const ctx = await noted(contexts.rest(req, request, file, false, left));
    await rest.abuse.take(ctx, 1);
    await (isLogo ? serveLogo(req, res, path, ctx) : images.serve(req, res, path, ctx));
    return 'image';
  }
  // Mail clients post here by themselves (RFC 8058), as does the page of the same address.
  const [, token] = /^\/unsubscribe\/([^/]{1,1024})$/.exec(path) ?? [];
  if (token !== undefined && req.method === 'POST') {
    const ctx = await contexts.trpc(req, { ...request, transport: 'dashboard' });
    await rest.abuse.take(ctx, 1);
    if (!(await unsubscribe(runtime, token))) {
      throw new AppError('NOT_FOUND', 'This link is invalid or has expired.');
    }
    sendJson(res, 200, { unsubscribed: true }, false);
    return 'unsubscribe';
  }
  if (path === '/healthz' || path === '/readyz') {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(['GET']);
    await respondToHealth(checkDatabase, req, res, path, isDraining());
    return 'health';
  }
  if (path === SANDBOX_DAY) {
    await serveSandboxDay(req, res, runDay);
    return 'sandbox';
  }
  if (path === '/sw.js' && pages) {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(['GET']);
    serveServiceWorker(res, runtime.env.OFFLINE);
    return 'service-worker';
  }
  if (path === SECURITY_TXT) {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(['GET']);
    serveSecurityTxt(res, runtime.env);
    return 'security-txt';
  }
  const isPage = !/^\/(?:api|auth|v1)(?:\/|$)/.test(path) || path.startsWith('/api/auth/');
  if (!isPage) throw new AppError('NOT_FOUND', 'Resource not found.');
  if (!pages) throw new AppError('NOT_FOUND', 'Resource not found.');
  const page = { left, note: (actor: Actor) => observed.note(actor) };
  await pageRequest.run(page, () => servePage(runtime, pages, req, res, target, request));
  return 'page';
}

/** The passcode that a program sends for a menu. */
function passcodeOf({ headers }: IncomingMessage): Pick<RequestInfo, 'passcode'> {
  const sent = headers['x-menu-passcode'];
  return typeof sent === 'string' ? { passcode: sent } : {};
}

/**
 * A menu as data: its link is a secret, so no page that its reader goes to next sees it, and what was read may be asked for again.
 * @throws AppError FORBIDDEN for another site's form
 */
function forReadersOf(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('Cache-Control', 'private, no-cache');
  res.setHeader('Referrer-Policy', 'no-referrer');
  if (req.method !== 'POST' || req.headers['sec-fetch-site'] !== 'cross-site') return;
  throw new AppError('FORBIDDEN', 'Only pages of this server may send this.', { reason: 'cross_site' });
}

/** Browsers declare a request's origin: the cookie counts for our own pages only (OWASP, CSRF prevention). */
function rejectForeignOrigin(req: IncomingMessage): void {
  if (isFromOwnPages(req)) return;
  throw new AppError('FORBIDDEN', 'Only our own pages may call this endpoint. Use the REST API.', {
    reason: 'cross_site',
  });
}

async function respondToHealth(
  checkDatabase: () => Promise<void>,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  draining: boolean,
): Promise<void> {
  const headOnly = req.method === 'HEAD';
  if (path === '/healthz') return sendJson(res, 200, { status: 'ok', version: VERSION }, headOnly);
  if (draining) throw new AppError('SERVICE_UNAVAILABLE', 'The server is stopping.');
  await checkDatabase();
  sendJson(res, 200, { status: 'ready', version: VERSION }, headOnly);
}

async function servePage(
  runtime: Runtime,
  pages: Pages,
  req: IncomingMessage,
  res: ServerResponse,
  { path }: Target,
  request: RequestInfo,
): Promise<void> {
  const methods = pageMethods(path);
  if (!methods.includes(req.method === 'HEAD' ? 'GET' : (req.method ?? ''))) throw methodNotAllowed(methods);
  const policy = setPagePolicies(res, path, runtime.env.NODE_ENV !== 'production');
  // Next reads the nonce from the request's policy and adds it to its own scripts.
  req.headers['content-security-policy'] = policy;
  req.headers['x-request-id'] = request.id;
  req.headers['x-client-address'] = request.address;
  req.headers['x-page-path'] = pagePath(req.url ?? '/');
  allowCaching(res, path, req.headers.cookie);
  if (signsOut(req, path)) res.setHeader('Clear-Site-Data', '"storage"');
  await pages.handle(req, res);
}

/** Whether our own page signs out a browser that keeps counts: those go with the session. */
function signsOut(req: IncomingMessage, path: string): boolean {
  const keepsCounts = /(?:^|;\s*)tallyleaf-counts=1/.test(req.headers.cookie ?? '');
  return path === '/api/auth/signout' && req.method === 'POST' && keepsCounts && isFromOwnPages(req);
}

/** Methods of next-auth; our providers have no redirect that returns by GET. */
function pageMethods(path: string): readonly string[] {
  if (path.startsWith('/api/auth/callback/')) return ['POST'];
  return path.startsWith('/api/auth/') ? ['GET', 'POST'] : ['GET'];
}

/** Returns the address that the visitor wanted, without the parameters that Next adds when it fetches a page's data. */
function pagePath(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.delete('_rsc');
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** Responses to what Node rejects before there is a request: oversized headers, or bytes that are not HTTP. */
function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('PAYLOAD_TOO_LARGE', `The header section must be at most ${HEADER_LIMIT} bytes.`, {
          limit: HEADER_LIMIT,
        })
      : new AppError('INVALID_REQUEST', 'The request is not valid HTTP.');
  respondWithError(socket, failure);
}

/** Responds where there is no response object, and closes the connection. */
function respondWithError(socket: Duplex, { status, code, message, details, headers }: AppError): void {
  const body = JSON.stringify({ error: { code, message, details } });
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestIdOf({ headers: {} } as IncomingMessage),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
