import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import type { RequestLog } from '../../features/usage/request-log';
import { AppError, invalidRequest } from '../../kernel/errors';
import { authorize } from '../../operation/authorize';
import type { Context } from '../../operation/context';
import { takesDryRuns } from '../../operation/declared-errors';
import { namesTag, taggedJson } from '../../operation/etag';
import { toAppError } from '../../operation/failure';
import { tagShown } from '../../operation/objects';
import { JsonText } from '../../operation/text-list';
import type { AbuseLimiter } from '../../platform/rate-limit/abuse';
import type { RequestLimiter } from '../../platform/rate-limit/limiter';
import { type Overload, overloaded } from '../../platform/rate-limit/overload';
import { noteRejection } from '../../platform/security-log';
import { letIn, OVERLOADED } from '../http/overload';
import type { Target } from '../http/request';
import { callsOf, JSON_LIMIT, LONG_PUBLIC_JSON_LIMIT, PUBLIC_JSON_LIMIT, readJsonBody } from './body';
import { isConfidential } from './confidential';
import { respondToCors } from './cors';
import { isMarked } from './csv';
import { sendFile } from './download';
import { sendError, sendText } from './envelope';
import { idempotencyKeyOf, keyedRequest } from './idempotency-key';
import { ifMatchOf } from './if-match';
import { exportCsv, wantsCsv } from './list-export';
import { listBody } from './list-response';
import { setNextLink } from './next-link';
import { openApiDocument } from './openapi';
import type { RestOperation } from './operations';
import { pathValues, rejectCollision, unknownKey, withoutOwnId } from './path-input';
import { readQuery } from './query';
import { allowOnly, findRoute, type Route } from './routes';
import { columnsIn, selected, takeSelection } from './selection';
import { readLargeBody, readTableBody, type TableBody, withLines } from './table-body';
import { isCurrent, sendPublicCsv, tagFor } from './tagged';
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
    const { route, params } = findRoute(req.method ?? '', target.path);
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
  const { operation, coercions, csv, selectable } = route;
  const headOnly = req.method === 'HEAD';
  const query = readQuery(target.query, coercions);
  if (operation.method === 'GET') {
    const { format, bom, ...asked } = query;
    if (!csv && format !== undefined) throw unknownKey('format');
    if (bom !== undefined && typeof bom !== 'boolean') {
      if (!coercions.has('bom')) throw unknownKey('bom');
      throw invalidRequest([{ path: 'bom', code: 'unknown_value', message: 'must be true or false' }]);
    }
    const marked = isMarked(req.headers, bom);
    if (csv && format !== undefined && format !== 'json' && format !== 'csv')
      throw invalidRequest([{ path: 'format', code: 'unknown_value', message: 'must be json or csv' }]);
    const isCsv = csv !== null && wantsCsv(req, target.query);
    const { filters, selection } = selectable
      ? takeSelection(selectable, asked, ctx, isCsv)
      : { filters: asked, selection: null };
    rejectCollision(operation, filters);
    if (csv && operation.access === 'public' && isCsv) {
      const input = { ...filters, ...pathValues(params, coercions) };
      return sendPublicCsv(req, res, { operation, columns: csv, input, ctx, signal, marked }, headOnly);
    }
    if (isCsv) {
      const input = { ...filters, ...pathValues(params, coercions) };
      const columns = columnsIn(csv, selection);
      return exportCsv(res, { operation, columns, input, ctx, dataDir, signal, marked }, headOnly);
    }
    const { tag, tagged } = tagFor();
    const caller = { ...ctx, tagged };
    const read = await operation.run(caller, { ...filters, ...pathValues(params, coercions) }, signal, true);
    const result = selection ? await selected(read as object, selection, ctx, signal) : read;
    if (operation.response === 'file') {
      if (isCurrent(req, res, tag(JSON.stringify(result)))) return;
      return sendFile(res, ctx.storage, result, { headOnly, marked });
    }
    if (tag('') !== null) {
      const { as_of: _, ...shown } = result as Record<string, unknown>;
      if (isCurrent(req, res, tag(JSON.stringify(shown)))) return;
    }
    if (csv && !operation.csvRows) setNextLink(res, ctx.publicUrl + target.fullPath, target.query, result);
    return respond(req, res, route, result);
  }
  const unknown = Object.keys(query)[0];
  if (unknown !== undefined) throw unknownKey(unknown);
  rejectEncoded(req);
  const key = idempotencyKeyOf(req, operation);
  const ifMatch = ifMatchOf(req, operation);
  const ofStranger = operation.longBody ? LONG_PUBLIC_JSON_LIMIT : PUBLIC_JSON_LIMIT;
  const limit = operation.access === 'public' ? ofStranger : JSON_LIMIT;
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
