import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Actor } from '../kernel/actor';
import { AppError, isAppError, notFound } from '../kernel/errors';
import type { Context } from './context';
import { etagOf } from './etag';
import type { Operation } from './init';
import type { Input, ObjectRow } from './object-row';
import { JsonText } from './text-list';

type Options = Partial<Pick<ObjectRow, 'volatile' | 'shownBy' | 'isOwn' | 'isMade'>>;

/** An object whose row is found by one column. @param id which of the input it is, or whose: `id` of the input when absent */
export function rowOf(
  column: AnyPgColumn,
  options: Options = {},
  id: (input: Input, actor: Actor) => unknown = (input) => input.id,
): ObjectRow {
  return rowWhere(column.table, (input, actor) => eq(column, id(input, actor)), options);
}

/** An object that is part of the caller's business or of the member, and has its row. */
export const rowOfCaller = (
  column: AnyPgColumn,
  whose: 'entity' | 'user',
  options: Options = {},
): ObjectRow => rowOf(column, options, (_, actor) => (whose === 'entity' ? actor.entity.id : actor.userId));

/** An object whose row is found by several columns. */
export function rowWhere(
  table: PgTable,
  where: (input: Input, actor: Actor) => SQL | undefined,
  { volatile = [], shownBy, isOwn = false, isMade = false }: Options = {},
): ObjectRow {
  return {
    volatile,
    isOwn,
    isMade,
    ...(shownBy && { shownBy }),
    lock: (db, actor, input) =>
      db.select({ one: sql`1` }).from(table).where(where(input, actor)).for('no key update'),
  };
}

/** Each GET of an object by the shape of its path: `/orders/{}`. */
const OBJECTS = new Map<string, Operation>();
const shapeOf = (path: string) => path.replaceAll(/\{[^{}]*\}/g, '{}');

/** Notes a declaration of an object. */
export function noteObject(operation: Operation): void {
  if (operation.object) OBJECTS.set(shapeOf(operation.path), operation);
}

const nearest = new WeakMap<Operation, Operation | null>();

/**
 * The object that a change is of: the nearest one that its path names. A PATCH, PUT or DELETE may also name one without an id,
 * such as `/entity`.
 * @returns the GET that reads it; null where the path names none
 */
export function objectOf(operation: Operation): Operation | null {
  const known = nearest.get(operation);
  if (known !== undefined) return known;
  const found = nearestOf(operation);
  nearest.set(operation, found);
  return found;
}

function nearestOf({ method, path, status, object }: Operation): Operation | null {
  if (method === 'GET') return object ? (OBJECTS.get(shapeOf(path)) ?? null) : null;
  // What makes an object at its path finds none there yet.
  let at = method === 'POST' && status === 201 ? path.slice(0, path.lastIndexOf('/')) : path;
  for (; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = OBJECTS.get(shapeOf(at));
    if (found && (method !== 'POST' || at.includes('{'))) return found;
  }
  return null;
}

/** The input of an object's GET, from that of an operation whose path begins alike. */
function inputFor(object: Operation, { path }: Operation, input: Input): Input {
  const [own, given] = [object.path.split('/'), path.split('/')];
  const entries = own.flatMap((part, i) =>
    part.startsWith('{') ? [[part.slice(1, -1), input[(given[i] ?? '').slice(1, -1)]]] : [],
  );
  return Object.fromEntries(entries);
}

/**
 * Compares the version of the object that a change is of, once its row is locked (decision 932).
 * @param matches whether `If-Match` names a tag
 * @throws AppError NOT_FOUND, PRECONDITION_FAILED
 */
export async function compareVersion(
  operation: Operation,
  ctx: Context & { actor: Actor },
  input: Input,
  matches: (tag: string) => boolean,
): Promise<void> {
  const object = objectOf(operation);
  if (!object?.object) return;
  const makes = object.object.isMade && operation.method === 'PUT';
  await compareWith(object, ctx, inputFor(object, operation, input), matches).catch((error: unknown) => {
    throw makes && isAppError(error) && error.code === 'NOT_FOUND' ? changedMeanwhile() : error;
  });
}

async function compareWith(
  object: Operation,
  ctx: Context & { actor: Actor },
  input: Input,
  matches: (tag: string) => boolean,
): Promise<void> {
  const compare = async () => {
    if (!matches(await tagOf(object, ctx, input))) throw changedMeanwhile();
  };
  const { lock, isOwn = false } = object.object ?? {};
  // First without the lock, so that a caller never locks what it doesn't see.
  if (!isOwn) await compare();
  const rows = await lock?.(ctx.db, ctx.actor, input);
  if (isOwn && rows?.length === 0) throw notFound();
  await compare();
}

/** The same of the object at a path, for an entry of a batch. @throws AppError NOT_FOUND, PRECONDITION_FAILED */
export const compareAt = (
  path: string,
  ctx: Context & { actor: Actor },
  input: Input,
  matches: (tag: string) => boolean,
): Promise<void> => compareWith(objectAt(path), ctx, input, matches);

/** The tag of an object as its GET shows it to the caller. @throws AppError NOT_FOUND */
async function tagOf(object: Operation, ctx: Context, input: Input): Promise<string> {
  const view = await object.show(ctx, input);
  return etagOf(view, object);
}

/** The GET of an object by its path. @throws Error for a path that no operation declares */
function objectAt(path: string): Operation {
  const object = OBJECTS.get(shapeOf(path));
  if (!object) throw new Error(`${path} is no object`);
  return object;
}

/** The tag of what was read of the object at a path, which may have more than its GET shows. */
export function tagOfView(path: string, view: unknown): string {
  const object = objectAt(path);
  return etagOf(object.output.parse(view), object);
}

/** The tag of the object at a path as the caller sees it. @throws AppError NOT_FOUND */
export const tagAt = (path: string, ctx: Context, input: Input): Promise<string> =>
  tagOf(objectAt(path), ctx, input);

/** 412 for a change of what isn't the version of `If-Match`. */
export const changedMeanwhile = () =>
  new AppError(
    'PRECONDITION_FAILED',
    'This has changed since you read it. Read it again, then send your change.',
    { reason: 'stale' },
  );

/** The GET of the object that a response shows: the one that was created, else the one that the path names; null for any other response. */
export function objectShown(operation: Operation): Operation | null {
  const { location, method, path, status } = operation;
  if (status === 204) return null;
  const object = location === null ? objectOf(operation) : (OBJECTS.get(shapeOf(location)) ?? null);
  if (!object || method === 'GET' || isAlike(operation, object)) return object;
  return method === 'PUT' && path === object.path && location === null ? object : null;
}

/** Where the object of a response is, as the input of its GET. */
function whereShown(object: Operation, operation: Operation, input: Input, result: Input): Input {
  const { location } = operation;
  if (location === null) return inputFor(object, operation, input);
  const names = [...object.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const values = [...location.matchAll(/\{(input\.)?(\w+)\}/g)].map(
    ([, from, key]) => (from ? input : result)[key as string],
  );
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

const fieldsOf = ({ output }: Operation) => Object.keys((output as z.ZodObject).shape ?? {});

/** Whether an operation responds with an object of the same kind: all of its fields, or more. */
function isAlike(operation: Operation, object: Operation): boolean {
  if (operation.output === object.output) return true;
  const [given, own] = [fieldsOf(operation), fieldsOf(object)];
  const [few, many] = given.length < own.length ? [given, own] : [own, given];
  return few.length > 3 && few.every((name) => many.includes(name));
}

/** Whether a response has all that the version of an object is made of. */
function isWhole(operation: Operation, { output, object }: Operation): boolean {
  if (operation.output === output) return true;
  const aside = (name: string) => !object?.volatile.includes(name);
  const [given, own] = [fieldsOf(operation).filter(aside), fieldsOf({ ...operation, output }).filter(aside)];
  return given.join() === own.join();
}

/**
 * The tag of the object that a response shows; null for one that shows none.
 * @param reading when the object is read for it, where the response has less than its version is made of: within the transaction, or
 *   after it
 */
export async function tagShown(
  operation: Operation,
  ctx: Context & { actor: Actor },
  input: Input,
  result: unknown,
  reading: 'within' | 'afterwards',
): Promise<string | null> {
  const object = input.dry_run === true ? null : objectShown(operation);
  if (!object) return null;
  const isSame = object.object?.shownBy;
  const view = result as Record<string, unknown>;
  if (isWhole(operation, object) || isSame?.(view, ctx.actor)) return etagOf(result, object);
  const read = await object.show(ctx, whereShown(object, operation, input, view));
  // What another has changed in between isn't what the response shows.
  if (reading === 'afterwards' && !isPartOf(view, read)) return null;
  return etagOf(read, object);
}

function isPartOf(view: Record<string, unknown>, read: unknown): boolean {
  const text = read instanceof JsonText ? read.json : JSON.stringify(read);
  const whole = JSON.parse(text) as Record<string, unknown>;
  return 'updated_at' in view ? view.updated_at === whole.updated_at : false;
}
