import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountPath } from '../../features/menus/account';
import { bodyIn, fieldsIn, linesIn } from '../../features/menus/page/form';
import {
  gzipOf,
  type KeptPage,
  keepable,
  newNonce,
  pageOfMenu,
  plainOf,
} from '../../features/menus/page/kept';
import { ABSENT_PAGE, type Theme } from '../../features/menus/page/layout';
import { queryOf } from '../../features/menus/page/menu-page';
import { drawForm, drawNotice, drawPasscode, drawRequest } from '../../features/menus/page/request-pages';
import { findFile } from '../../features/menus/public/files';
import { findLink } from '../../features/menus/public/find';
import { inTurn, shelfOf } from '../../features/menus/public/kept';
import { takeOf } from '../../features/menus/public/limits';
import type { OpenLink } from '../../features/menus/public/link.sql';
import { COOKIE_SECONDS, checkPasscode, hasPassed, passedCookie } from '../../features/menus/public/passcode';
import { countView } from '../../features/menus/public/views';
import {
  type AskedRequest,
  askForAccount,
  confirmAsked,
  findAsked,
  withdrawAsked,
} from '../../features/menus/requests/asker';
import { checkRequest, takeRequest } from '../../features/menus/requests/create';
import type { KeptLine } from '../../features/menus/requests/schema';
import { hashOfToken } from '../../features/menus/tokens';
import type { RequestInfo } from '../../kernel/actor';
import { AppError, type FieldError, isAppError, notFound } from '../../kernel/errors';
import { namesTag } from '../../operation/etag';
import { FairQueue } from '../../platform/rate-limit/fair-queue';
import { networkOf } from '../../platform/rate-limit/network';
import type { Contexts } from '../contexts';
import { codingFor } from '../rest/compress';
import { sendFile } from '../rest/download';
import { methodNotAllowed } from '../rest/routes';
import type { Runtime } from '../runtime';
import { cookiesOf, type Target } from './request';

/** Bytes of a form. */
const FORM_LIMIT = 64 * 1024;

/** Reads of links, so that views never take all connections. */
const lookups = new FairQueue({ perKey: 8, total: 4, waiting: 2_000, waitMs: 15_000 });

interface Call {
  req: IncomingMessage;
  res: ServerResponse;
  runtime: Runtime;
  contexts: Contexts;
  request: RequestInfo;
  theme: Theme;
  /** The query string, without its question mark. */
  query: string;
}

const PATHS = {
  menu: /^\/m\/([^/]{1,200})$/,
  request: /^\/m\/([^/]{1,200})\/request$/,
  account: /^\/m\/([^/]{1,200})\/account$/,
  file: /^\/m\/([^/]{1,200})\/(logo\.png|images\/[0-9a-f-]{14,36}(?:-480|-128)?\.webp|certificates\/[0-9a-fA-F-]{36}\.pdf)$/,
  asked: /^\/m\/r\/([^/]{1,200})$/,
};

/** Whether an address is of a menu's pages, which Next doesn't draw. */
export const isMenuPath = (path: string): boolean => path.startsWith('/m/');

/**
 * Serves pages and files of menus and requests: without a session, without Next.
 * @throws AppError METHOD_NOT_ALLOWED, FORBIDDEN for another site's form, and for files NOT_FOUND and RATE_LIMITED
 */
export async function serveMenus(
  { req, res, runtime, contexts, request }: Omit<Call, 'theme' | 'query'>,
  { path, query }: Target,
): Promise<string> {
  const chosen = cookiesOf(req).theme;
  const theme: Theme = chosen === 'light' || chosen === 'dark' ? chosen : null;
  const call: Call = { req, res, runtime, contexts, request, theme, query };
  setHeaders(res, PATHS.asked.test(path) ? 'no-store' : 'private, no-cache');
  if (req.method === 'POST' && req.headers['sec-fetch-site'] === 'cross-site') {
    throw new AppError('FORBIDDEN', 'Only pages of this server may send this form.', {
      reason: 'cross_site',
    });
  }
  const found = (Object.keys(PATHS) as Array<keyof typeof PATHS>).find((name) => PATHS[name].test(path));
  if (!found) return absent(call);
  const allowed = {
    menu: ['GET', 'POST'],
    request: ['POST'],
    account: ['GET'],
    file: ['GET'],
    asked: ['GET', 'POST'],
  }[found];
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '');
  if (!allowed.includes(method)) throw methodNotAllowed(allowed);
  const token = PATHS[found].exec(path)?.[1] ?? '';
  const isForm = method === 'POST';
  try {
    if (found === 'asked') return await serveAsked(call, token);
    const link = await lookups.run(networkOf(request.address), () => findLink(runtime.db, token));
    if (found === 'file') return await serveFile(call, link, path);
    if (!link) throw notFound();
    await serveLink(call, link, { found, method, base: `/m/${token}` });
  } catch (error) {
    // A file is asked for by a page, which shows no other.
    if (found === 'file' || !isAppError(error) || error.status >= 500) throw error;
    if (error.code === 'NOT_FOUND') {
      if (isForm) throw error;
      return absent(call);
    }
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    send(
      call,
      error.status,
      drawNotice({ title: 'Something is in the way', text: error.message, theme }),
      token,
    );
  }
  return found === 'asked' ? 'order-request' : 'menu';
}

const POLICY = (nonce: string | null) =>
  [
    "default-src 'self'",
    nonce ? `script-src 'nonce-${nonce}'` : "script-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

function setHeaders(res: ServerResponse, caching: string): void {
  res.setHeader('Cache-Control', caching);
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  res.setHeader('Content-Security-Policy', POLICY(null));
}

/** The one response to what isn't there. */
function absent({ req, res }: Call): string {
  res.statusCode = 404;
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(ABSENT_PAGE));
  res.end(req.method === 'HEAD' ? undefined : ABSENT_PAGE);
  return 'menu';
}

/** Sends a page that is drawn for one reader. */
function send(call: Call, status: number, text: string, key: string): void {
  sendPage(call, status, keepable(text, key));
}

function sendPage({ req, res }: Call, status: number, page: KeptPage): void {
  const nonce = newNonce();
  const hasScript = page.plain[1].length > 0;
  res.statusCode = status;
  res.setHeader('Content-Security-Policy', POLICY(hasScript ? nonce : null));
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Vary', 'Accept-Encoding, Cookie');
  if (status === 200 && req.method !== 'POST') {
    res.setHeader('ETag', `W/"${page.tag}"`);
    if (namesTag(req.headers['if-none-match'], page.tag)) {
      res.statusCode = 304;
      res.removeHeader('Content-Type');
      // The page that the reader has comes with the nonce that it had.
      res.removeHeader('Content-Security-Policy');
      res.end();
      return;
    }
  }
  // Brotli can't be put together from parts.
  const isPacked =
    codingFor(req.headers['accept-encoding']?.toString().replace(/\bbr\b/g, 'x-none')) === 'gzip';
  const body = isPacked ? gzipOf(page, nonce) : plainOf(page, nonce);
  if (isPacked) res.setHeader('Content-Encoding', 'gzip');
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

const cookieName = (token: string) => `menu_${hashOfToken(token).slice(0, 8)}`;

interface Found {
  found: keyof typeof PATHS;
  method: string;
  /** The menu's path. */
  base: string;
}

async function serveLink(call: Call, link: OpenLink, { found, method, base }: Found): Promise<void> {
  const { req, runtime, request } = call;
  const token = base.slice('/m/'.length);
  if (found === 'menu' && method === 'POST') return enterPasscode(call, link, base);
  if (!hasPassed(link, cookiesOf(req)[cookieName(token)])) {
    return send(call, 403, drawPasscode(link, { base, error: null, theme: call.theme }), link.token_sealed);
  }
  if (found === 'account') return toAccount(call, link, base);
  if (found === 'request') return takeForm(call, link, base);
  await takeOf('view', request.address);
  const query = queryOf(new URLSearchParams(call.query), call.theme);
  if (query.search !== undefined) await takeOf('search', request.address);
  const shelf = await shelfOf(runtime.db, link);
  const draw = async () => pageOfMenu(link, shelf, query, base);
  const page = await (query.search === undefined ? draw() : inTurn(link.menu_id, draw));
  countView(runtime, link);
  sendPage(call, 200, page);
}

/** Takes the passcode of a form: the right one is remembered by a cookie of this link's path alone. */
async function enterPasscode(call: Call, link: OpenLink, base: string): Promise<void> {
  const { req, res, runtime, request, theme } = call;
  const form = await readForm(req);
  try {
    await checkPasscode(runtime.db, link, form.get('passcode'), request.address);
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    const text = error.status === 429 ? error.message : 'That is not the passcode. Try again.';
    return send(call, error.status, drawPasscode(link, { base, error: text, theme }), link.token_sealed);
  }
  if (link.passcode_hash !== null) {
    const attributes = `Path=${base}; Max-Age=${COOKIE_SECONDS}; HttpOnly; Secure; SameSite=Lax`;
    res.setHeader(
      'Set-Cookie',
      `${cookieName(base.slice('/m/'.length))}=${passedCookie(link)}; ${attributes}`,
    );
  }
  redirect(res, base);
}

function redirect(res: ServerResponse, location: string): void {
  res.statusCode = 303;
  res.setHeader('Location', location);
  res.end();
}

/** Where a reader with an account orders: the seller's catalog, or where to ask for a connection. */
async function toAccount(
  { req, res, runtime, contexts, request }: Call,
  link: OpenLink,
  base: string,
): Promise<void> {
  const { actor } = await contexts.trpc(req, { ...request, transport: 'dashboard' });
  redirect(res, await accountPath(runtime.db, actor, link, `${base}/account`));
}

/** Both steps of a request: what was chosen with the form of who asks, then the request itself. */
async function takeForm(call: Call, link: OpenLink, base: string): Promise<void> {
  const { req, runtime, theme, request } = call;
  const form = await readForm(req);
  const shelf = await shelfOf(runtime.db, link);
  const lines = linesIn(form, shelf);
  const fields = fieldsIn(form);
  const show = (status: number, kept: readonly KeptLine[], errors: readonly string[]) =>
    send(call, status, drawForm(link, { lines: kept, fields, errors, base, theme }), link.token_sealed);
  if (lines.length === 0) return redirect(call.res, base);
  let kept: readonly KeptLine[] = [];
  try {
    kept = (await checkRequest(runtime.db, link, { lines, business: 'later' })).lines;
    if (form.get('stage') !== 'send') return show(200, kept, []);
    const read = bodyIn(form, lines, link.customer_id === null);
    if ('errors' in read) return show(400, kept, read.errors);
    await takeRequest({ db: runtime.db, cipher: runtime.cipher, request }, link, read.body);
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    for (const [name, value] of Object.entries(error.headers)) call.res.setHeader(name, value);
    const errors = sentencesOf(
      error,
      lines.map(({ variant_id }) => shelf.byVariant.get(variant_id)?.product_name),
    );
    if (kept.length > 0) return show(error.status, kept, errors);
    const notice = { title: 'Look at your order again', text: errors.join(' '), back: base, theme };
    return send(call, error.status, drawNotice(notice), link.token_sealed);
  }
  const text =
    'We sent a link to the email. Open it and confirm the request within 48 hours: only then the seller gets it.';
  send(call, 202, drawNotice({ title: 'Check your email', text, back: base, theme }), link.token_sealed);
}

/** What is wrong with lines, by the names of their goods. */
function sentencesOf(error: AppError, names: ReadonlyArray<string | undefined>): string[] {
  const errors = error.details.errors as FieldError[] | undefined;
  if (!errors) return [error.message];
  return errors.slice(0, 8).map(({ path, message }) => {
    const [, index] = /^lines\[(\d+)\]/.exec(path) ?? [];
    return `${(index && names[Number(index)]) || 'An item'}: ${message}.`;
  });
}

async function serveFile(
  { req, res, runtime, request }: Call,
  link: OpenLink | null,
  path: string,
): Promise<string> {
  const token = path.split('/')[2] ?? '';
  if (!link || !hasPassed(link, cookiesOf(req)[cookieName(token)])) throw notFound();
  const name = path.slice(`/m/${token}/`.length);
  await takeOf(name.startsWith('certificates/') ? 'certificate' : 'file', request.address);
  const file = await findFile(runtime.db, link, name);
  if (!file) throw notFound();
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cache-Control', 'private, max-age=3600');
  await sendFile(res, runtime.storage, file, { headOnly: req.method === 'HEAD' });
  return 'menu-file';
}

/** The page of a request, and what its asker does there. */
async function serveAsked(call: Call, token: string): Promise<string> {
  const { req, runtime, request, theme } = call;
  const { db } = runtime;
  const find = () => lookups.run(networkOf(request.address), () => findAsked(db, token));
  const asked = await find();
  if (!asked) throw notFound();
  const note = req.method === 'POST' ? await act(call, asked) : null;
  const now = req.method === 'POST' ? await find() : asked;
  if (!now) throw notFound();
  const status = note?.isBad ? 409 : 200;
  send(call, status, drawRequest(now, { path: `/m/r/${token}`, note, theme }), token);
  return 'order-request';
}

async function act(
  { req, runtime, request }: Call,
  asked: AskedRequest,
): Promise<{ text: string; isBad: boolean } | null> {
  const form = await readForm(req);
  const scope = { db: runtime.db, request };
  const wanted = form.get('act') ?? (asked.row.status === 'unconfirmed' ? 'confirm' : '');
  if (wanted === 'confirm') {
    const outcome = await confirmAsked(scope, asked);
    if (outcome === 'confirmed') return { text: 'Confirmed. The seller has your request now.', isBad: false };
    if (outcome === 'busy')
      return { text: 'The seller has many requests, try tomorrow. We keep yours.', isBad: true };
    return null;
  }
  if (wanted === 'withdraw') {
    const isDone = await withdrawAsked(scope, asked);
    return isDone
      ? { text: 'Withdrawn.', isBad: false }
      : { text: 'This request no longer waits for the seller.', isBad: true };
  }
  if (wanted === 'account' && asked.row.status === 'accepted') {
    await askForAccount(scope, asked);
    return { text: 'Check your email for the link.', isBad: false };
  }
  return null;
}

/** Reads a form. @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE */
async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  const type = req.headers['content-type'] ?? 'application/x-www-form-urlencoded';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send application/x-www-form-urlencoded.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > FORM_LIMIT) {
      throw new AppError('PAYLOAD_TOO_LARGE', `The form must be at most ${FORM_LIMIT} bytes.`, {
        limit: FORM_LIMIT,
      });
    }
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
