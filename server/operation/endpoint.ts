import type { TRPCMiddlewareFunction as MiddlewareFunction } from '@trpc/server';
import type { z } from 'zod';
import type { Actor } from '../kernel/actor';
import { type ErrorCode, isAppError } from '../kernel/errors';
import type { EventType } from '../kernel/events';
import { unavailabilityOf } from '../platform/db/unavailable';
import { networkOf } from '../platform/rate-limit/network';
import { nullsAsAbsent } from './absent';
import { type Access, authorize } from './authorize';
import type { Context, WriteContext } from './context';
import { toAppError, toTrpcError } from './failure';
import { type Method, type Operation, t } from './init';
import { assertPlain } from './plain';
import { runUnitOfWork } from './unit-of-work';

/** One operation, declared once: REST, tRPC, the OpenAPI document and the contract tests read this block. */
export interface Declaration<I extends z.ZodObject, O extends z.ZodType> {
  rest: `${Method} /${string}`;
  summary: string;
  description?: string;
  input: I;
  output: O;
  /** Success status over REST. */
  status?: 200 | 201 | 202 | 204;
  /** Location of a 201: a path with fields of the output in braces, or `{input.x}` of the input. */
  location?: `/${string}`;
  /** The operation's own errors, beyond those of every operation. */
  errors?: readonly ErrorCode[];
  emits?: readonly EventType[];
  /** False for operations that count attempts: they open their own transactions. */
  transaction?: false;
  /**
   * The body is multipart/form-data: a PDF or a CSV in the part `file`, which arrives as `ctx.upload`, and the input's
   * fields as text. JSON when absent.
   */
  body?: 'pdf' | 'csv';
  /**
   * Meaning of `null` in an optional field: `absent` by default; `clears` in a PATCH of a resource, where the schema
   * declares which fields accept it. A PATCH that is an action declares `absent`.
   */
  nulls?: 'absent' | 'clears';
  /** The documented body, when it is more than one object, such as alternatives. */
  documented?: z.ZodType;
  /** The response is the stored file that the output refers to; JSON when absent. */
  response?: 'file';
}

const COMMON_ERRORS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];
const ACCESS_ERRORS: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'MFA_REQUIRED',
  'FORBIDDEN',
];
const KEY_ERRORS: readonly ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'];

/** Lists every error of an operation: its own, and the common ones of its kind. */
export function errorsOf(operation: Operation): ErrorCode[] {
  return [
    ...new Set([
      ...COMMON_ERRORS,
      ...(operation.access === 'public' ? [] : ACCESS_ERRORS),
      ...(takesIdempotencyKey(operation) ? KEY_ERRORS : []),
      ...operation.errors,
    ]),
  ];
}

/** Returns true for every write below /api/v1 (decision 49). */
export function takesIdempotencyKey({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
  return method !== 'GET' && path.startsWith('/api/v1/');
}

/** An operation for signed-in members; its handler gets the actor, and in a mutation a unit of work. */
export function endpoint<I extends z.ZodObject, O extends z.ZodType>(
  declaration: Declaration<I, O> & { permission: Exclude<Access, 'public'> },
) {
  const operation = operationOf(declaration, declaration.permission);
  return procedureOf(operation)
    .input(synchronous(declaration.input))
    .use(async ({ ctx, type, next }) => {
      const actor = ctx.actor as Actor;
      if (type !== 'mutation' || declaration.transaction === false) {
        return next({ ctx: { actor, ...OUTSIDE_UNIT } });
      }
      const data = await runUnitOfWork(ctx, operation.emits, async (unit) => {
        const result = await next({ ctx: { actor, ...unit } });
        if (!result.ok) throw result.error;
        return result.data;
      });
      return { marker: RESULT, ok: true as const, data };
    })
    .output(synchronous(declaration.output));
}

/** A public operation; it opens its own transactions. */
export function publicEndpoint<I extends z.ZodObject, O extends z.ZodType>(declaration: Declaration<I, O>) {
  const operation = operationOf(declaration, 'public');
  return procedureOf(operation).input(synchronous(declaration.input)).output(synchronous(declaration.output));
}

/**
 * Makes `parseAsync` synchronous. tRPC calls it, and zod then cannot use the compiled object parser, which nearly
 * doubles the cost of a list of 50. None of our schemas is asynchronous.
 */
function synchronous<S extends z.ZodType>(schema: S): S {
  schema.parseAsync = async (value, params) => schema.parse(value, params);
  return schema;
}

function procedureOf(operation: Operation) {
  const { method, path, summary, description, tag, access } = operation;
  const openapi = {
    method,
    path: path as `/${string}`,
    summary,
    description,
    tags: [tag],
    protect: access !== 'public',
  };
  const read = operation.nulls === 'absent' ? nullsAsAbsent(operation.input) : null;
  // A single middleware: tRPC copies the call's options several times for each middleware.
  return t.procedure.meta({ openapi, operation }).use(async ({ ctx, getRawInput, next, signal }) => {
    try {
      authorize(operation, ctx);
      const input = await getRawInput();
      assertPlain(input);
      const proceed = () => (read ? next({ getRawInput: async () => read(input) }) : next());
      const result = await inTurn(access, ctx, proceed, signal);
      if (result.ok) return result;
      throw result.error;
    } catch (error) {
      reportUndeclared(operation, ctx, error);
      throw toTrpcError(error, await getRawInput());
    }
  });
}

/** Runs an operation in its slot. The body has already been read, so a slot never waits for a client. */
function inTurn<T>(
  access: Access,
  { slots, actor, request }: Context,
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!slots) return work();
  if (access === 'public' || !actor) return slots.visitors.run(networkOf(request.address), work, signal);
  return slots.calls.run(actor.entity.id, work, signal);
}

/** Reports an undeclared AppError, which is a defect of the declaration, and logs any other error in full. */
function reportUndeclared(operation: Operation, ctx: Context, error: unknown): void {
  const failure = toAppError(error);
  if (failure.code === 'SERVER_ERROR') {
    ctx.log.error({ err: error, requestId: ctx.request.id, operation: operation.path }, 'operation failed');
    return;
  }
  if (!isAppError(error) && unavailabilityOf(error)?.isWorthLogging) {
    ctx.log.warn(
      { err: error, requestId: ctx.request.id, operation: operation.path },
      'operation unavailable',
    );
  }
  if (errorsOf(operation).includes(failure.code)) return;
  const message = `${operation.method} ${operation.path} raised ${failure.code}, which it does not declare`;
  if (ctx.strict && isAppError(failure)) throw new Error(message);
  ctx.log.error({ requestId: ctx.request.id }, message);
}

/** Marks a middleware's result for tRPC: a stored response does not come from the procedure itself. */
const RESULT = 'middlewareMarker' as string as MiddlewareMarker;
type MiddlewareMarker = Awaited<
  ReturnType<MiddlewareFunction<object, object, object, object, unknown>>
>['marker'];

const outsideUnit = () => {
  throw new Error('Events and audit rows belong to a unit of work');
};
const OUTSIDE_UNIT: Pick<WriteContext, 'emit' | 'audit'> = { emit: outsideUnit, audit: outsideUnit };

function operationOf<I extends z.ZodObject, O extends z.ZodType>(
  declaration: Declaration<I, O>,
  access: Access,
): Operation {
  const [method, path] = declaration.rest.split(' ') as [Method, string];
  if ((declaration.status === 201) !== (declaration.location !== undefined)) {
    throw new Error(`${declaration.rest}: a 201, and no other status, declares its location`);
  }
  return {
    method,
    path,
    tag: tagOf(path),
    summary: declaration.summary,
    description: declaration.description,
    access,
    status: declaration.status ?? 200,
    location: declaration.location ?? null,
    errors: declaration.errors ?? [],
    emits: declaration.emits ?? [],
    body: declaration.body ?? 'json',
    response: declaration.response ?? 'json',
    input: declaration.input,
    documented: declaration.documented,
    nulls: declaration.nulls ?? (method === 'PATCH' ? 'clears' : 'absent'),
    output: declaration.output,
  };
}

/** `/api/v1/orders/{id}` → Orders, `/auth/login` → Auth. */
function tagOf(path: string): string {
  const segment = path.replace('/api/v1/', '/').split('/')[1] ?? '';
  if (segment === 'api-keys') return 'API keys';
  return segment.charAt(0).toUpperCase() + segment.slice(1);
}
