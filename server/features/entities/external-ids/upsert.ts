// Other features import this file.
import { invalidRequest, lacking } from '../../../kernel/errors';
import type { Permission } from '../../../kernel/permissions';
import type { MemberContext } from '../../../operation/context';
import { changedMeanwhile, tagOfView } from '../../../operation/objects';
import type { ExternalId, Identified } from './schema';
import { lockName, objectNamed } from './service.sql';

export type Outcome = 'created' | 'changed' | 'unchanged';

/** What became of an object that was named by an external id. */
export interface Upserted<V> {
  outcome: Outcome;
  view: V;
  /** Fields that were sent and stay, as they are the object's own business. */
  kept?: readonly string[];
}

/** How objects of a type are made and changed by what another system calls them (decision 934). */
export interface Upserts<
  B extends { external_ids?: Record<string, string | null> | undefined },
  V extends { id: string },
> {
  type: Identified;
  create: Permission;
  update: Permission;
  /** The path of its GET. */
  object: string;
  /** Locks the object until the transaction ends. @throws AppError NOT_FOUND once it was deleted */
  lock(ctx: MemberContext, id: string): Promise<V>;
  /** @throws AppError INVALID_REQUEST for what a new one lacks, and what creating throws */
  make(ctx: MemberContext, body: B): Promise<V>;
  /** Changes what differs. @returns no view where nothing does */
  change(ctx: MemberContext, before: V, body: B): Promise<{ view?: V; kept?: readonly string[] }>;
  /** Locks several in the order of their ids, and reads those that are there. */
  lockMany?(ctx: MemberContext, ids: readonly string[]): Promise<V[]>;
  /** Makes several, in the order of the bodies, or throws what `make` throws for any of them. */
  makeMany?(ctx: MemberContext, bodies: readonly B[]): Promise<V[]>;
  /** Whether `change` would write nothing. @throws AppError INVALID_REQUEST as `change` */
  isEqual?(before: V, body: B): boolean;
}

/**
 * Makes or changes the object that has an external id of the caller's business.
 * @param matches of `If-Match`; what isn't there has no version
 * @param held of a caller that has taken the name: the object where it has locked and read it
 * @throws AppError FORBIDDEN without the permission for what it comes to, PRECONDITION_FAILED, INVALID_REQUEST, and what creating and changing throw
 */
export async function upsert<
  B extends { external_ids?: Record<string, string | null> | undefined },
  V extends { id: string },
>(
  ctx: MemberContext,
  how: Upserts<B, V>,
  { system, value }: ExternalId,
  body: B,
  matches: MemberContext['ifMatch'],
  held: { before?: V | undefined } | null = null,
): Promise<Upserted<V>> {
  rejectOtherValue(body, { system, value });
  const { db, actor } = ctx;
  const me = actor.entity.id;
  // Of two at once, the second finds what the first made.
  if (!held) await lockName(db, me, how.type, system, value);
  const [found] = held?.before
    ? [{ object_id: held.before.id }]
    : await objectNamed(db, me, how.type, system, value);
  if (!found) {
    if (matches) throw changedMeanwhile();
    if (!actor.permissions.includes(how.create)) throw lacking(how.create);
    return { outcome: 'created', view: await how.make(ctx, namedBy(body, { system, value })) };
  }
  const before = held?.before ?? (await how.lock(ctx, found.object_id));
  if (matches && !matches(tagOfView(how.object, before))) throw changedMeanwhile();
  if (!actor.permissions.includes(how.update)) throw lacking(how.update);
  const { view, kept = [] } = await how.change(ctx, before, body);
  return { outcome: view ? 'changed' : 'unchanged', view: view ?? before, kept };
}

/** A body with the external id that names its object. */
export const namedBy = <B extends { external_ids?: Record<string, string | null> | undefined }>(
  body: B,
  { system, value }: ExternalId,
): B => ({ ...body, external_ids: { ...body.external_ids, [system]: value } });

/** @throws AppError INVALID_REQUEST for a body that names the object otherwise than its path */
export function rejectOtherValue(
  { external_ids: ids }: { external_ids?: Record<string, string | null> | undefined },
  { system, value }: ExternalId,
): void {
  if (!ids || !Object.hasOwn(ids, system) || ids[system] === value) return;
  const message = 'must be the value that the object is named by, or absent';
  throw invalidRequest([{ path: `external_ids.${system}`, code: 'conflict', message }]);
}

/** What of `patch` differs from `before`: of objects, such as an address or external ids, the fields that do. */
export function differing<P extends object>(patch: P, before: object): Partial<P> {
  const was = before as Record<string, unknown>;
  const left = Object.entries(patch).filter(
    ([name, value]) => value !== undefined && !isSame(value, was[name]),
  );
  return Object.fromEntries(left) as Partial<P>;
}

function isSame(value: unknown, before: unknown): boolean {
  if (Array.isArray(value))
    return (
      Array.isArray(before) &&
      value.length === before.length &&
      value.every((one, i) => isSame(one, before[i]))
    );
  if (typeof value !== 'object' || value === null)
    return value === before || (value === '' && before === null);
  const was = (before ?? {}) as Record<string, unknown>;
  return Object.entries(value).every(([name, one]) => isSame(one, was[name] ?? null));
}

/** The same as the response of a request: 201 for what it made, else 200. @throws AppError as `upsert` */
export async function responseTo<
  B extends { external_ids?: Record<string, string | null> | undefined },
  V extends { id: string },
>(ctx: MemberContext, how: Upserts<B, V>, name: ExternalId, body: B): Promise<Upserted<V>> {
  const done = await upsert(ctx, how, name, body, ctx.ifMatch ?? null);
  if (done.outcome !== 'created' && ctx.shown) ctx.shown.status = 200;
  return done;
}
