import type { TRPCMiddlewareFunction as MiddlewareFunction } from '@trpc/server';
import { TRPCError } from '@trpc/server';
import type { z } from 'zod';
import type { Actor } from '../kernel/actor';
import type { EventType } from '../kernel/events';
import { isForPeople, type Permission } from '../kernel/permissions';
import type { LoadQueue } from '../platform/rate-limit/load-queue';
import { networkOf } from '../platform/rate-limit/network';
import { inSpan } from '../platform/tracing/trace';
import { nullsAsAbsent } from './absent';
import { type Access, authorize, type WhileRestricted } from './authorize';
import {
  assertFewKeys,
  bounded,
  LONG_PUBLIC_BOUNDS,
  MEMBER_BOUNDS,
  PUBLIC_BOUNDS,
  upToFaults,
} from './bounded';
import { compiled } from './compiled';
import type { Recent } from './confirmation';
import type { Context, WriteContext } from './context';
import { type DeclaredError, declaredErrors, reportUndeclared } from './declared-errors';
import { toTrpcError } from './failure';
import { type Method, memberProcedure, type Operation, t } from './init';
import { type Everywhere, everywhereText } from './limited';
import type { ObjectRow } from './object-row';
import { compareVersion, noteObject, objectOf, tagShown } from './objects';
import { assertPlain } from './plain';
import { confirmed, recentText, takesConfirmation } from './recent';
import { responseOf } from './text-list';
import { runUnitOfWork, type Unit } from './unit-of-work';

/** One operation, declared once: REST, tRPC, the OpenAPI document and the contract tests read this block. */
export interface Declaration<I extends z.ZodObject, O extends z.ZodType> {
  rest: `${Method} /${string}`;
  summary: string;
  description?: string;
  input: I;
  output: O;
  /** Success status over REST (decision 35). */
  status?: 200 | 201 | 202 | 204;
  /** Location of a 201: a path with fields of the output in braces, or `{input.x}` of the input. */
  location?: `/${string}`;
  /**
   * The operation's own errors, beyond those of every operation. A 403 and a 409 are declared by their reasons, each of
   * which implies its code (decision 413).
   */
  errors?: readonly DeclaredError[];
  emits?: readonly EventType[];
  /**
   * True for a read of many rows, which a replica may serve (decision 245). Not for a response with `as_of`, which is the
   * primary's. With `repeatable read` its statements there share one snapshot.
   */
  replica?: true | 'repeatable read';
  /**
   * Needs a recent sign-in or the fields of `Confirmation`, which the input then has: for what makes access last or grants it
   * (decisions 417 and 903). An input that always asks for the password has it as `CurrentPassword`, beside `RecentCode`.
   */
  recent?: Recent;
  /**
   * What of it concerns every location, which members and API keys limited to some don't change: all of it, by what then applies
   * there (`A price list applies`), or a part, such as `to change prices` (decision 904).
   */
  everywhere?: Everywhere;
  /** A GET that reads one object says which row it has: changes below its path then take `If-Match` (decision 932). */
  object?: ObjectRow;
  /** A PUT that makes what isn't there: 201 with `location`, else 200; it compares `If-Match` itself (decision 934). */
  upserts?: true;
  /** Another permission that opens it alone; what the caller then does asks for its own. */
  orPermission?: Permission;
  /** JSON of up to a MiB, parsed in a thread. */
  large?: true;
  /** The output has a `version`, which is its `ETag`; a PUT or PATCH then compares `If-Match` itself (`ctx.ifMatch`). */
  versioned?: true;
  /**
   * False for operations that count attempts: they open their own transactions. `grouped` for those that share one with other
   * calls: they wait for each other without a slot, and take one for the transaction (`inSlot`).
   */
  transaction?: false | 'grouped';
  /**
   * The body is multipart/form-data: a PDF, a CSV, an image, a logo or a bank's file in the part `file`, which arrives as `ctx.upload`, and
   * the input's fields as text. JSON when absent.
   */
  body?: 'pdf' | 'csv' | 'image' | 'logo' | 'statement';
  /** Of a public operation whose body may be longer than others': 64 KiB and 1,000 keys. */
  longBody?: true;
  /**
   * A list of the body that may be long: JSON of up to `TABLE_LIMIT` bytes or, over REST, `text/csv` with a column for each field
   * of an entry.
   */
  table?: string;
  /** A list of the body that may be the whole body, as a JSON array. */
  list?: string;
  /** The columns of a list as CSV; all of its fields when absent. */
  columns?: readonly string[];
  /** Further columns of a list as CSV, after its own: the field of a row that each has, such as `address.street` (decision 911). */
  csvFields?: Readonly<Record<string, string>>;
  /** The rows of a response that is no list, which is then had as CSV, too: of these `columns`. */
  csvRows?: (output: z.output<O>) => Array<Record<string, unknown>>;
  /**
   * Meaning of `null` in an optional field: `absent` by default; `clears` in a PATCH of a resource, where the schema
   * declares which fields accept it. A PATCH that is an action declares `absent`.
   */
  nulls?: 'absent' | 'clears';
  /** The documented body, when it is more than one object, such as alternatives. */
  documented?: z.ZodType;
  /** What a suspended business may still call: the export of its data (decision 442). */
  whileSuspended?: true;
  /** What a session may still call that lacks the second factor that its business requires (decision 441). */
  whileRestricted?: WhileRestricted;
  /** The response is the stored file that the output refers to; JSON when absent. */
  response?: 'file';
  /** Types of that file; a PDF when absent. */
  media?: readonly string[];
  /** Where calls wait before they take a slot: work that costs more than others' (decision 430). */
  queue?: LoadQueue;
}

/** An operation for signed-in members; its handler gets the actor, and in a mutation a unit of work. */
export function endpoint<I extends z.ZodObject, O extends z.ZodType>(
  declaration: Declaration<I, O> & { permission: Exclude<Access, 'public'> },
) {
  const operation = operationOf(declaration, declaration.permission);
  const procedure = memberProcedure
    .meta(metaOf(operation))
    .use(running(operation))
    .input(declaration.input)
    .output(declaration.output);
  return handledBy(operation, procedure, declaration.transaction === undefined, declaration);
}

/** A public operation; it opens its own transactions. */
export function publicEndpoint<I extends z.ZodObject, O extends z.ZodType>(declaration: Declaration<I, O>) {
  const operation = operationOf(declaration, 'public');
  const procedure = t.procedure
    .meta(metaOf(operation))
    .use(running(operation))
    .input(declaration.input)
    .output(declaration.output);
  return handledBy(operation, procedure, false);
}

function metaOf(operation: Operation) {
  const { method, path, summary, description, tag, access } = operation;
  const openapi = {
    method,
    path: path as `/${string}`,
    summary,
    description,
    tags: [tag],
    protect: access !== 'public',
  };
  return { openapi, operation };
}

/** What a procedure builder takes at last. */
interface Unhandled {
  query(handler: never): unknown;
  mutation(handler: never): unknown;
}
type Handler = (options: { ctx: Context; input: unknown }) => unknown;
/** What few operations declare about how they run. */
type Special = Pick<Declaration<z.ZodObject, z.ZodType>, 'queue' | 'transaction'>;

/** Gives the operation its handler: both transports run it by `operation.run`. */
function handledBy<B extends Unhandled>(
  operation: Operation,
  procedure: B,
  isUnit: boolean,
  special: Special = {},
): Pick<B, 'query' | 'mutation'> {
  const taking = (type: 'query' | 'mutation') => (handler: never) => {
    operation.run = runOf(operation, handler, isUnit && type === 'mutation', special);
    return procedure[type](handler);
  };
  return { query: taking('query'), mutation: taking('mutation') } as Pick<B, 'query' | 'mutation'>;
}

/** The whole of a procedure over tRPC. Its parsers and its handler are called by `operation.run`, as over REST. */
function running(operation: Operation) {
  return async ({ ctx, getRawInput, signal }: RunOptions) => {
    const data = await operation.run(ctx as Context, await getRawInput(), signal);
    return { marker: RESULT, ok: true as const, data };
  };
}
interface RunOptions {
  ctx: object;
  getRawInput(): Promise<unknown>;
  signal: AbortSignal | undefined;
}

function runOf(
  operation: Operation,
  handler: Handler,
  isUnit: boolean,
  { queue, transaction }: Special,
): Operation['run'] {
  const { access, emits, recent } = operation;
  const read = operation.nulls === 'absent' ? nullsAsAbsent(operation.input) : null;
  const [input, output] = [compiled(operation.input), compiled(operation.output)];
  const bounds =
    access !== 'public' ? MEMBER_BOUNDS : operation.longBody ? LONG_PUBLIC_BOUNDS : PUBLIC_BOUNDS;
  const cut = bounded(operation.input);
  const shorten = upToFaults(operation.input, bounds.faults);
  const parse = (raw: unknown) => {
    if (bounds.keys !== null) assertFewKeys(raw, bounds.keys);
    const known = cut(raw);
    const sent = read ? read(known) : known;
    return inputOf(input(), shorten ? shorten(sent) : sent);
  };
  /** Has the tag of what the response shows, as this transaction sees it. */
  const tagged = async (
    unit: Unit,
    parsed: unknown,
    handle: (unit: Unit) => Promise<unknown>,
    ctx: Context,
  ) => {
    const result = await handle(unit);
    if (!ctx.shown) return result;
    const within = { ...ctx, ...unit } as Context & { actor: Actor };
    const etag = await tagShown(operation, within, parsed as object as Input, result, 'within');
    ctx.shown.etag = etag;
    if (ctx.keyed) {
      ctx.keyed.etag = etag;
      ctx.keyed.status = ctx.shown.status;
    }
    return result;
  };
  const work = async (caller: Context, sent: unknown, asText = false) => {
    const { ctx: known, input: parsed } = recent
      ? await confirmed(caller as Context & { actor: Actor }, sent as object, recent)
      : { ctx: caller, input: sent };
    const ctx = withPrecondition(operation, known, parsed as object as Input);
    const handle = async (unit: object) => {
      const options = { ctx: { ...ctx, ...unit }, input: parsed };
      const result = await handler(options);
      const check = (value: unknown) => outputOf(output(), value);
      return responseOf(result, check, { asText, isStrict: ctx.strict });
    };
    if (access === 'public') return handle({});
    if (isUnit) return runUnitOfWork(ctx, emits, (unit) => tagged(unit, parsed, handle, ctx));
    const onPrimary = () => handle(OUTSIDE_UNIT);
    if (!operation.replica || !ctx.replica) return onPrimary();
    const isolation = operation.replica === true ? 'read committed' : operation.replica;
    return ctx.replica.read((db) => handle({ ...OUTSIDE_UNIT, db }), onPrimary, isolation);
  };
  const name = `${operation.method} ${operation.path}`;
  const kind = transaction === 'grouped' ? transaction : operation.method === 'GET' ? 'read' : 'write';
  const run: Operation['run'] = async (ctx, raw, signal, asText) => {
    try {
      authorize(operation, ctx);
      assertPlain(raw);
      const { slots, actor } = ctx;
      const turn = () => inTurn(access, ctx, async () => work(ctx, parse(raw), asText), signal, kind);
      return await (queue && slots && actor ? queue.run(actor.entity.id, turn, signal) : turn());
    } catch (error) {
      reportUndeclared(operation, ctx, error);
      throw toTrpcError(error, raw, bounds.faults);
    }
  };
  operation.show = async (ctx, raw) => work({ ...ctx, replica: null, ifMatch: null }, parse(raw), true);
  return (...call) => inSpan(name, {}, () => run(...call));
}

type Input = Readonly<Record<string, unknown>>;

/** The same context, whose units of work first compare the object's version with `If-Match` (decision 932). */
function withPrecondition(operation: Operation, ctx: Context, input: Input): Context {
  const { ifMatch, actor } = ctx;
  if (!ifMatch || !actor || operation.method === 'GET' || operation.versioned || !objectOf(operation))
    return ctx;
  const caller = { ...ctx, actor, ifMatch: null };
  return { ...ctx, precondition: (db) => compareVersion(operation, { ...caller, db }, input, ifMatch) };
}

function inputOf(schema: z.ZodType, value: unknown): unknown {
  try {
    return schema.parse(value);
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause });
  }
}

function outputOf(schema: z.ZodType, value: unknown): unknown {
  try {
    return schema.parse(value);
  } catch (cause) {
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause });
  }
}

/** Runs an operation in its slot. The body has already been read, so a slot never waits for a client. */
function inTurn<T>(
  access: Access,
  { slots, actor, request }: Context,
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
  kind: 'read' | 'write' | 'grouped',
): Promise<T> {
  if (!slots) return work();
  if (access === 'public' || !actor) return slots.visitors.run(networkOf(request.address), work, signal);
  if (kind === 'read') return slots.calls.read(actor.entity.id, work, signal);
  return (kind === 'grouped' ? slots.grouped : slots.calls).run(actor.entity.id, work, signal);
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
  if (declaration.replica && method !== 'GET')
    throw new Error(`${declaration.rest}: a replica takes no writes`);
  const { recent = null, everywhere = null, whileSuspended = false, whileRestricted } = declaration;
  if ((recent !== null) !== takesConfirmation(declaration.input)) {
    throw new Error(`${declaration.rest}: what needs a recent sign-in, and nothing else, takes Confirmation`);
  }
  const operation: Operation = {
    method,
    path,
    tag: tagOf(path),
    summary: declaration.summary,
    description: described(declaration.description, access, recent, everywhere),
    access,
    status: declaration.status ?? 200,
    location: declaration.location ?? null,
    whileSuspended,
    whileRestricted,
    ...declaredErrors(
      { access, method, path, recent, everywhere, whileSuspended, whileRestricted },
      declaration.errors,
    ),
    recent,
    everywhere,
    emits: declaration.emits ?? [],
    body: declaration.body ?? 'json',
    longBody: declaration.longBody ?? false,
    table: declaration.table ?? null,
    list: declaration.list ?? null,
    columns: declaration.columns ?? null,
    csvFields: declaration.csvFields ?? {},
    csvRows: (declaration.csvRows as Operation['csvRows'] | undefined) ?? null,
    response: declaration.response ?? 'json',
    media: declaration.media ?? ['application/pdf'],
    input: declaration.input,
    documented: declaration.documented,
    replica: declaration.replica ?? false,
    versioned: declaration.versioned ?? false,
    object: declaration.object ?? null,
    upserts: declaration.upserts ?? false,
    orPermission: declaration.orPermission ?? null,
    large: declaration.large ?? false,
    nulls: declaration.nulls ?? (method === 'PATCH' ? 'clears' : 'absent'),
    output: declaration.output,
    run: () => Promise.reject(new Error(`${declaration.rest} has no handler`)),
    show: () => Promise.reject(new Error(`${declaration.rest} has no handler`)),
  };
  if (operation.object && method !== 'GET') throw new Error(`${declaration.rest}: a GET declares its object`);
  noteObject(operation);
  return operation;
}

/** Adds what the declaration implies to its description. */
function described(
  description: string | undefined,
  access: Access,
  recent: Recent | null,
  everywhere: Everywhere | null,
) {
  const forPeople = isForPeople(access) && 'API keys can\'t use it: 403 with `details.reason` "api_key".';
  const sentences = [
    description,
    recent && recentText(recent),
    everywhere && everywhereText(everywhere),
    forPeople,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** `/api/v1/orders/{id}` → Orders, `/auth/login` → Auth. */
function tagOf(path: string): string {
  const segment = path.replace('/api/v1/', '/').split('/')[1] ?? '';
  if (segment === 'api-keys') return 'API keys';
  return segment.charAt(0).toUpperCase() + segment.slice(1).replaceAll('-', ' ');
}
