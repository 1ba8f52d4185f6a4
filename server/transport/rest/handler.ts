import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { z } from 'zod';
import type { RequestLog } from '../../features/usage/request-log';
import { AppError, invalidRequest } from '../../kernel/errors';
import { isId, NIL_ID, Paging } from '../../kernel/params';
import { authorize } from '../../operation/authorize';
import type { Context } from '../../operation/context';
import { takesDryRuns } from '../../operation/declared-errors';
import { namesTag, taggedJson } from '../../operation/etag';
import { toAppError } from '../../operation/failure';
import { tagShown } from '../../operation/objects';
import { JsonText } from '../../operation/text-list';
import type { Db } from '../../platform/db/client';
import type { AbuseLimiter } from '../../platform/rate-limit/abuse';
import type { RequestLimiter } from '../../platform/rate-limit/limiter';
import { type Overload, overloaded } from '../../platform/rate-limit/overload';
import { noteRejection } from '../../platform/security-log';
import { letIn, OVERLOADED } from '../http/overload';
import type { Target } from '../http/request';
import { callsOf, JSON_LIMIT, PUBLIC_JSON_LIMIT, readJsonBody } from './body';
import { isConfidential } from './confidential';
import { respondToCors } from './cors';
import { type CsvColumn, csvColumns, isMarked, prefersCsv } from './csv';
import { sendFile } from './download';
import { sendError, sendText } from './envelope';
import { sendExport } from './export';
import { idempotencyKeyOf, keyedRequest } from './idempotency-key';
import { ifMatchOf } from './if-match';
import { listBody } from './list-response';
import { setNextLink } from './next-link';
import { openApiDocument } from './openapi';
import { OPERATIONS, type RestOperation } from './operations';
import { coercionsOf, readQuery } from './query';
import { readLargeBody, readTableBody, type TableBody, withLines } from './table-body';
import { readUpload } from './upload';

/** What surrounds the operations over REST. */
export interface RestPlatform {
  /** Of a business, by its tier. */
  limiter: RequestLimiter;
  /** Of those who call without a session, and of public operations. */
  abuse: AbuseLimiter;
  overload: Overload;
  requestLog: RequestLog;
  /** Origins whose pages may call REST; `*` is every origin. */
  corsOrigins: readonly string[];
  /** Where exports wait for their reader. */
  dataDir: string;
}

interface Route {
  operation: RestOperation;
  coercions: ReturnType<typeof coercionsOf>;
  csv: readonly CsvColumn[] | null;
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
const EXPORT_PAGE = 500;
const ExportPaging = z.object(Paging);

/** Second spellings of published addresses (decision 33). */
const ALIASES = new Map([
  ['/api/v1/market/suppliers/{id}/catalogue', '/api/v1/market/suppliers/{id}/catalog'],
]);
/** The methods of each address without parameters: it is never read as another address's parameter. */
const fixed = new Map<string, Set<string>>();
/** A parameter may be an external id of 128 characters, each encoded in up to twelve. */
const routes = findMyWay({ caseSensitive: true, maxParamLength: 1600 });
for (const operation of OPERATIONS) {
  const coercions = coercionsOf(operation.input, operation.pathParams);
  const csv = csvColumns(operation);
  if (csv) coercions.set('format', 'text');
  if (csv || operation.media.includes('text/csv')) coercions.set('bom', 'boolean');
  const route: Route = { operation, coercions, csv };
  const { method, path } = operation;
  if (operation.pathParams.length === 0) fixed.set(path, (fixed.get(path) ?? new Set()).add(method));
  for (const address of [path, ALIASES.get(path)]) {
    if (address) routes.on(method, address.replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, route);
  }
}

/**
 * Handles a request to the REST surface. Checks run in the order of decision 73: URL, method, authentication, rate, role,
 * size and media type, body, object, side, state.
 * @param path the raw path below the origin, without the optional `/v1` prefix
 * @param platform what REST alone has around an operation
 * @param signal aborted when the client leaves before its response is complete
 * @param contextOf authenticates the request
 */
export async function handleRest(
  req: IncomingMessage,
  res: ServerResponse,
  target: Target,
  platform: RestPlatform,
  signal: AbortSignal,
  contextOf: (operation: RestOperation, isExport: boolean) => Promise<Context>,
): Promise<{ operation: string } | null> {
  const started = performance.now();
  const headOnly = req.method === 'HEAD';
  let name: string | null = null;
  let caller: Context | null = null;
  let leave: (() => void) | null = null;
  try {
    if (respondToCors(req, res, platform.corsOrigins)) return { operation: 'cors' };
    if (target.path === '/api/openapi.json') {
      allowOnly(req, 'GET');
      await sendText(res, 200, JSON.stringify(openApiDocument()), { headOnly, plain: false });
      return { operation: 'openapi' };
    }
    if (!target.path.startsWith('/auth/')) {
      leave = letIn(platform.overload, req, res);
      if (!leave) {
        sendError(res, overloaded(), headOnly);
        return { operation: OVERLOADED };
      }
    }
    const { route, params } = find(req.method ?? '', target.path);
    name = route.operation.name;
    const isExport = route.csv !== null && wantsCsv(req, target.query);
    if (route.csv) res.appendHeader('Vary', 'Accept');
    const ctx = await contextOf(route.operation, isExport);
    caller = ctx;
    if (ctx.actor) {
      const { actor, request } = ctx;
      res.once('close', () => {
        const durationMs = performance.now() - started;
        const { method = '' } = req;
        platform.requestLog.add({
          actor,
          request,
          method,
          path: target.path,
          status: res.statusCode,
          durationMs,
        });
      });
    }
    // A sign-in may carry a token of another entity, so the token does not count here.
    if (ctx.actor && route.operation.access !== 'public') {
      const standing = await platform.limiter.take(ctx.actor.entity);
      for (const [header, value] of Object.entries(standing)) res.setHeader(header, value);
    } else {
      await platform.abuse.take(ctx, ctx.actor ? 1 : callsOf(req));
    }
    authorize(route.operation, ctx);
    await run(req, res, route, params, target, ctx, platform, signal);
  } catch (error) {
    const failure = toAppError(error);
    // An operation logs its own failures; what fails around it is logged by our caller.
    if (failure.status >= 500 && !(error instanceof TRPCError)) throw error;
    if (caller) {
      const { log, request, actor } = caller;
      noteRejection(log, failure, { requestId: request.id, operation: name, actor });
    }
    if (res.headersSent) res.destroy();
    else sendError(res, failure, headOnly);
  } finally {
    leave?.();
  }
  return name ? { operation: name } : null;
}

function find(method: string, path: string): { route: Route; params: Record<string, string> } {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const methods = METHODS.filter((other) => fixed.get(path)?.has(other) ?? true);
  const found = (methods as readonly string[]).includes(wanted)
    ? routes.find(wanted as HTTPMethod, path)
    : null;
  if (found) return { route: found.store as Route, params: found.params as Record<string, string> };
  const allowed = methods.filter((other) => routes.find(other, path) !== null);
  if (allowed.length === 0) throw new AppError('NOT_FOUND', 'Resource not found.');
  throw methodNotAllowed(allowed);
}

/** `format` decides; without it the Accept header. */
function wantsCsv(req: IncomingMessage, query: string): boolean {
  const format = new URLSearchParams(query).get('format') ?? '';
  return format === '' ? prefersCsv(req.headers.accept) : format === 'csv';
}

function allowOnly(req: IncomingMessage, method: 'GET'): void {
  if (req.method !== method && req.method !== 'HEAD') throw methodNotAllowed([method]);
}

/** 405 with the methods that the address does take; HEAD goes wherever GET does. */
export function methodNotAllowed(methods: readonly string[]): AppError {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return new AppError('METHOD_NOT_ALLOWED', `This path accepts only ${allow}.`, {}, { Allow: allow });
}

async function run(
  req: IncomingMessage,
  res: ServerResponse,
  route: Route,
  params: Record<string, string>,
  target: Target,
  ctx: Context,
  { dataDir }: RestPlatform,
  signal: AbortSignal,
): Promise<void> {
  const { operation, coercions, csv } = route;
  const headOnly = req.method === 'HEAD';
  const query = readQuery(target.query, coercions);
  if (operation.method === 'GET') {
    const { format, bom, ...filters } = query;
    if (!csv && format !== undefined) throw unknownKey('format');
    if (bom !== undefined && typeof bom !== 'boolean') {
      if (!coercions.has('bom')) throw unknownKey('bom');
      throw invalidRequest([{ path: 'bom', code: 'unknown_value', message: 'must be true or false' }]);
    }
    const marked = isMarked(req.headers, bom);
    if (csv && format !== undefined && format !== 'json' && format !== 'csv')
      throw invalidRequest([{ path: 'format', code: 'unknown_value', message: 'must be json or csv' }]);
    rejectCollision(operation, filters);
    if (csv && wantsCsv(req, target.query)) {
      const input = { ...filters, ...pathValues(params, coercions) };
      return exportCsv(res, { operation, columns: csv, input, ctx, dataDir, signal, marked }, headOnly);
    }
    const result = await operation.run(ctx, { ...filters, ...pathValues(params, coercions) }, signal, true);
    if (operation.response === 'file') return sendFile(res, ctx.storage, result, { headOnly, marked });
    if (csv && !operation.csvRows) setNextLink(res, ctx.publicUrl + target.fullPath, target.query, result);
    return respond(req, res, route, result);
  }
  const unknown = Object.keys(query)[0];
  if (unknown !== undefined) throw unknownKey(unknown);
  rejectEncoded(req);
  const key = idempotencyKeyOf(req, operation);
  const ifMatch = ifMatchOf(req, operation);
  const limit = operation.access === 'public' ? PUBLIC_JSON_LIMIT : JSON_LIMIT;
  const readBody = () => {
    if (operation.table !== null)
      return readTableBody(req, operation, operation.table, ctx.actor?.entity.id ?? '');
    if (operation.large) return readLargeBody(req, ctx.actor?.entity.id ?? '');
    return operation.body === 'json'
      ? readJsonBody(req, limit, operation.list)
      : readUpload(req, operation, ctx);
  };
  const body = await readBody();
  try {
    const input = { ...withoutOwnId(operation, body.value, params), ...pathValues(params, coercions) };
    const keyed = key === null ? null : keyedRequest(ctx, operation, target.path, key, body.essence);
    const shown: NonNullable<Context['shown']> = { etag: null };
    const unit = { ...ctx, keyed, ifMatch, shown, upload: body.upload };
    const result = await operation.run(unit, input, signal).catch((error: unknown) => {
      throw operation.table === null ? error : withLines(error, body as TableBody);
    });
    if (keyed?.replayed) res.setHeader('Idempotent-Replayed', 'true');
    const isDry = isDryRun(operation, input);
    const isOk = isDry || (keyed?.status ?? shown.status) === 200;
    const etag = isDry ? null : await tagAfter(operation, unit, input, result);
    if (etag !== null) res.setHeader('ETag', `"${etag}"`);
    if (operation.location && !isOk) res.setHeader('Location', locationOf(operation.location, result, input));
    await respond(req, res, route, result, isOk ? 200 : operation.status);
  } finally {
    await body.upload?.release();
  }
}

/** The tag of what a change responds with: noted in its transaction, stored with the response, or read again. */
async function tagAfter(
  operation: RestOperation,
  { keyed, shown, ...ctx }: Context & { shown: NonNullable<Context['shown']> },
  input: Record<string, unknown>,
  result: unknown,
): Promise<string | null> {
  const known = keyed?.etag ?? shown.etag;
  const { actor } = ctx;
  if (known !== null || !actor || operation.status === 204) return known;
  return tagShown(operation, { ...ctx, actor, ifMatch: null }, input, result, 'afterwards');
}

/** Rejects a compressed body (RFC 9110, 15.5.16). */
function rejectEncoded(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  const message = 'Send the body without Content-Encoding.';
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', message, {}, { 'Accept-Encoding': 'identity' });
}

/** A dry run of what creates an object makes none: it is 200, without a Location (decision 942). */
const isDryRun = (operation: RestOperation, input: Record<string, unknown>) =>
  takesDryRuns(operation) && input.dry_run === true;

/** The address of what was created, from the declaration's template. */
function locationOf(template: string, output: unknown, input: Record<string, unknown>): string {
  return template.replaceAll(/\{(input\.)?(\w+)\}/g, (_, from: string | undefined, key: string) => {
    const value = (from ? input : (output as Record<string, unknown>))[key];
    if (typeof value !== 'string') throw new Error(`${template}: there is no ${key}`);
    return value;
  });
}

/** The response of an operation; a list that its reader has already is 304. */
async function respond(
  req: IncomingMessage,
  res: ServerResponse,
  { operation, csv }: Route,
  result: unknown,
  status = operation.status,
): Promise<void> {
  if (operation.status === 204) {
    res.statusCode = 204;
    res.end();
    return;
  }
  const tagged = operation.object ? taggedJson(result, operation) : null;
  if (tagged) res.setHeader('ETag', `"${tagged.tag}"`);
  // Of what moves without a change, such as a balance, the client's copy may be out of date though its tag isn't.
  if (
    tagged &&
    operation.object?.volatile.length === 0 &&
    namesTag(req.headers['if-none-match'], tagged.tag)
  ) {
    res.statusCode = 304;
    res.end();
    return;
  }
  const isList = csv !== null && !operation.csvRows && operation.method === 'GET';
  const body = isList ? listBody(req, res, result as object) : (tagged?.json ?? jsonOf(result));
  if (body === null) {
    res.statusCode = 304;
    res.end();
    return;
  }
  await sendText(res, status, body, {
    headOnly: req.method === 'HEAD',
    plain: isConfidential(operation),
  });
}

const jsonOf = (result: unknown) => (result instanceof JsonText ? result.json : JSON.stringify(result));

interface CsvPage {
  data: Array<Record<string, unknown>>;
  pagination: { has_more: boolean; next_cursor?: string | null };
}

/** Every match of a list, in pages of one snapshot, so that a change meanwhile neither drops nor repeats a row. */
async function exportCsv(
  res: ServerResponse,
  {
    operation,
    columns,
    input,
    ctx,
    dataDir,
    signal,
    marked,
  }: {
    operation: RestOperation;
    columns: readonly CsvColumn[];
    input: Record<string, unknown>;
    ctx: Context;
    dataDir: string;
    signal: AbortSignal;
    marked: boolean;
  },
  headOnly: boolean,
): Promise<void> {
  const { actor, slots } = ctx;
  if (!actor || !slots) throw new Error("An export is a member's request of its own");
  if (!operation.csvRows) checkPaging(input, coercionsOf(operation.input).has('cursor'));
  async function* pages(db: Db) {
    // The export has its own slot; a page that waited for another would wait while it holds a connection.
    const scope = { ...ctx, db, replica: null, slots: null, allRows: true as const };
    if (operation.csvRows) {
      yield operation.csvRows(await operation.run(scope, input, signal));
      return;
    }
    let cursor: string | null | undefined;
    for (let page = 1; ; page++) {
      // A cursor neither counts the rows nor skips the pages before; not every list and sort has one.
      const place = cursor ? { page: undefined, cursor } : { page };
      const result = await operation.run(scope, { ...input, ...place, limit: EXPORT_PAGE }, signal);
      const { data, pagination } = result as CsvPage;
      for (let start = 0; start === 0 || start < data.length; start += EXPORT_PAGE)
        yield data.slice(start, start + EXPORT_PAGE);
      if (data.length < EXPORT_PAGE || !pagination.has_more) return;
      cursor = pagination.next_cursor;
    }
  }
  await sendExport(
    res,
    {
      db: ctx.db,
      replica: ctx.replica,
      slots,
      entityId: actor.entity.id,
      ...{ columns, marked, pages, dataDir, signal },
    },
    headOnly,
  );
}

/** An export holds every match: page and limit have no effect, but are still validated, and there is nothing to continue. */
function checkPaging({ page, limit, cursor }: Record<string, unknown>, takesCursors: boolean): void {
  const { error } = ExportPaging.safeParse({ page, limit });
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  if (takesCursors && cursor !== undefined)
    throw invalidRequest([{ path: 'cursor', code: 'conflict', message: 'must not be combined with CSV' }]);
}

/** Looks a malformed id up as NIL_ID, and a malformed number as 0, so that the response is that of a missing object. */
function pathValues(
  params: Record<string, string>,
  coercions: Route['coercions'],
): Record<string, string | number> {
  const given = (key: string, value: string) => {
    if (coercions.get(key) === 'number') return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0;
    if (coercions.get(key) === 'named') return value;
    return isId(value) ? value : NIL_ID;
  };
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, given(key, value)]));
}

/** A PATCH may carry the object's own id, which cannot change (decision 34); no other key may repeat a path parameter. */
function withoutOwnId(
  operation: RestOperation,
  body: Record<string, unknown>,
  params: Record<string, string>,
): Record<string, unknown> {
  const own = operation.pathParams.at(-1);
  // A team member's id is called user_id, in the path and in the resource.
  const key = own && Object.hasOwn((operation.output as z.ZodObject).shape ?? {}, own) ? own : 'id';
  if (operation.method !== 'PATCH' || !own || !Object.hasOwn(body, key)) {
    rejectCollision(operation, body);
    return body;
  }
  const { [key]: id, ...rest } = body;
  rejectCollision(operation, rest);
  if (typeof id !== 'string' || id.toLowerCase() !== params[own]?.toLowerCase()) {
    throw invalidRequest([{ path: key, code: 'read_only', message: 'cannot be changed' }]);
  }
  return rest;
}

function rejectCollision(operation: RestOperation, input: Record<string, unknown>): void {
  const collision = operation.pathParams.find((param) => Object.hasOwn(input, param));
  if (collision) throw unknownKey(collision);
}

function unknownKey(key: string): AppError {
  return invalidRequest([{ path: key, code: 'unknown_key', message: 'is not a known field' }]);
}
