import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, lacking, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { changesBetween, checkPatch, withoutEmpty } from '../../../kernel/patch';
import type { WriteContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import { pipelined } from '../../../platform/db/pipelined';
import { compareLater } from '../claims/claiming';
import { rejectClaimsOf } from '../claims/closing';
import { rejectWhileMerging } from '../claims/queries';
import { changeExternalIds, removeExternalIds } from '../external-ids/service';
import { profileColumns } from '../profile-columns';
import { lockEntity } from '../queries';
import { holdMember } from '../relationships/members';
import { contactsOf, type RELATIONSHIP_FIELDS } from '../relationships/schema';
import { connections, entities, locations } from '../tables';
import { setConfirmed } from './confirming';
import { getCustomer } from './queries';
import {
  anyOrderOf,
  type CustomerView,
  countCustomers,
  countOwnTaxRules,
  customerWithLicense,
  lockClaimed,
  lockDecisions,
  lockManaged,
} from './queries.sql';
import { BUSINESS_FIELDS, CUSTOMER_READ_ONLY, TERMS } from './resource';
import { MAX_CUSTOMERS, type NewCustomer, type UpdateCustomer } from './schema';
import { accounts } from './tables';
import { NO_TERMS, setTerms } from './terms';

type Patch = Omit<z.infer<typeof UpdateCustomer>, 'id'>;
type OwnField = 'nickname' | 'exempt_tax_ids' | (typeof RELATIONSHIP_FIELDS)[number];

/** Events of changing a customer, and of entering one or changing it. */
export const CHANGED_CUSTOMER_EVENTS = ['customer.updated'] as const;
export const CUSTOMER_EVENTS = ['customer.created', ...CHANGED_CUSTOMER_EVENTS] as const;

/**
 * Enters a customer that isn't on board: a business of its own with one location, which the caller's manages.
 * @throws AppError INVALID_REQUEST for a representative who is no member, FORBIDDEN and NOT_FOUND for exemptions, CONFLICT with `details.reason` `customer_exists` (and
 *   the caller's `customer_id`), `external_id_taken` or `too_many`
 */
export async function createCustomer(
  ctx: WriteContext,
  { type, address: known, location, external_ids, ...input }: z.infer<typeof NewCustomer>,
): Promise<CustomerView> {
  const me = ctx.actor.entity.id;
  // Additions of one business take turns, so that its limit and its licenses hold.
  await lockEntity(ctx.db, me);
  const address = { ...UNKNOWN, ...known, state: known?.state ?? (await stateOf(ctx.db, me)) };
  await rejectKnownLicense(ctx, { type, licenseNumber: input.license_number, state: address.state });
  if (((await countCustomers(ctx.db, me))[0]?.total ?? 0) >= MAX_CUSTOMERS) {
    throw new AppError(
      'CONFLICT',
      `A business has at most ${MAX_CUSTOMERS.toLocaleString('en-US')} customers.`,
      {
        reason: 'too_many',
        limit: MAX_CUSTOMERS,
      },
    );
  }
  await holdMember(ctx, input.representative_id, 'representative_id');
  await checkExemptions(ctx, input.exempt_tax_ids, []);
  const id = newId();
  await ctx.db.insert(entities).values({
    id,
    type,
    tier: 'free',
    managedBy: me,
    uncompared: true,
    name: input.name,
    legalName: input.legal_name ?? input.name,
    licenseNumber: input.license_number,
    // What a seller types has not been checked.
    licenseVerified: false,
    licenseType: input.license_type ?? null,
    licenseExpiry: input.license_expiry ?? null,
    ...address,
    contactEmail: input.contact?.email ?? null,
    contactPhone: input.contact?.phone ?? null,
    timezone: sql`(select s.timezone from ${entities} s where s.id = ${me})`,
  });
  await ctx.db.insert(locations).values({
    entityId: id,
    name: location?.name ?? input.name,
    ...(location?.address ?? address),
    licenseNumber: location?.license_number ?? null,
  });
  await ctx.db.insert(connections).values({
    requesterId: me,
    targetId: id,
    status: 'accepted',
    managed: true,
    respondedAt: sql`clock_timestamp()`,
  });
  await compareLater(ctx.db, me);
  await setOwn(ctx, id, input);
  await setTerms(ctx, id, NO_TERMS, input);
  await changeExternalIds(ctx, 'customer', [{ id, ids: external_ids }]);
  const customer = await getCustomer(ctx, id);
  const whole = await wholeOf(ctx, customer);
  ctx.audit({ action: 'customer.created', objectId: id, after: whole });
  ctx.emit('customer.created', me, whole);
  return customer;
}

/**
 * Changes a customer: what the caller's business decides about it and, until it is claimed, its profile.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `details.reason` `claimed`, `customer_exists`, `external_id_taken`,
 *   `license_changed` or `unclaimed`
 */
export async function updateCustomer(
  ctx: WriteContext,
  { id: given, ...patch }: z.infer<typeof UpdateCustomer>,
): Promise<CustomerView> {
  // Its tax rules stay meanwhile, too: they change in the same turns.
  if (isMoved(patch) || patch.exempt_tax_ids) await lockEntity(ctx.db, ctx.actor.entity.id);
  const { id, isManaged } = await lockCustomer(ctx, given);
  // Before the account is locked: the removal of a member takes both in this order.
  await holdMember(ctx, patch.representative_id, 'representative_id');
  const hasTerms = TERMS.some((name) => patch[name] !== undefined) || patch.confirmed !== undefined;
  if (hasTerms || !isManaged) await lockDecisions(ctx.db, ctx.actor.entity.id, id, hasTerms);
  const before = await getCustomer(ctx, id);
  checkPatch(withoutEmpty(patch, ['address', 'contact', 'external_ids']), before, CUSTOMER_READ_ONLY);
  await checkExemptions(ctx, patch.exempt_tax_ids, before.exempt_tax_ids);
  if (isManaged) await setProfile(ctx, before, patch);
  else rejectProfile(before, patch);
  await setTerms(ctx, id, before, patch);
  await setConfirmed(ctx, before, patch.confirmed);
  await setOwn(ctx, id, patch);
  await changeExternalIds(ctx, 'customer', [{ id, ids: patch.external_ids }]);
  return reportChange(ctx, before);
}

/** Stores, after a change, what it did. */
export async function reportChange(ctx: WriteContext, before: CustomerView): Promise<CustomerView> {
  const me = ctx.actor.entity.id;
  const isChanged = changed(before, await getCustomer(ctx, before.id));
  if (isChanged) {
    await ctx.db
      .update(accounts)
      .set({ updatedAt: sql`change_time()` })
      .where(and(eq(accounts.sellerId, me), eq(accounts.buyerId, before.id)));
  }
  const after = await getCustomer(ctx, before.id);
  const changes = changesBetween(before, after);
  ctx.audit({ action: 'customer.updated', objectId: before.id, ...changes });
  if (isChanged) {
    ctx.emit('customer.updated', me, { ...(await wholeOf(ctx, after)), changed: Object.keys(changes.after) });
  }
  return after;
}

/**
 * A customer with all of its money, which a member or key limited to locations doesn't see, but others in its events and audit rows
 * (decision 760). @param seen as the caller sees it
 */
async function wholeOf({ db, actor }: WriteContext, seen: CustomerView): Promise<CustomerView> {
  const { entity, locationLimit } = actor;
  return locationLimit ? getCustomer({ db, actor: { entity } }, seen.id) : seen;
}

const changed = (before: CustomerView, after: CustomerView) =>
  Object.keys(changesBetween(before, after).after).length > 0;

/**
 * Deletes a customer that was never on board and never ordered.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason` `claimed` or `has_orders`
 */
export async function deleteCustomer(ctx: WriteContext, given: string): Promise<void> {
  const me = ctx.actor.entity.id;
  const { id, isManaged } = await lockCustomer(ctx, given, { deletes: true });
  if (!isManaged) {
    throw new AppError('CONFLICT', 'This customer is on board. End the connection instead.', {
      reason: 'claimed',
    });
  }
  if ((await anyOrderOf(ctx.db, id)).length > 0) {
    throw new AppError('CONFLICT', 'A customer with orders cannot be deleted.', { reason: 'has_orders' });
  }
  const before = await wholeOf(ctx, await getCustomer(ctx, id));
  await rejectClaimsOf(ctx.db, id);
  await ctx.db.delete(connections).where(eq(connections.targetId, id));
  await ctx.db.delete(accounts).where(and(eq(accounts.sellerId, me), eq(accounts.buyerId, id)));
  await ctx.db.update(entities).set({ deletedAt: sql`now()` }).where(eq(entities.id, id));
  await removeExternalIds(ctx.db, me, 'customer', [id]);
  await removeExternalIds(
    ctx.db,
    me,
    'location',
    before.locations.map((location) => location.id),
  );
  ctx.audit({ action: 'customer.deleted', objectId: id, before });
  ctx.emit('customer.deleted', me, before);
}

/**
 * Keeps a customer from being claimed, merged or deleted until the transaction ends; of one on board, whose orders with others must
 * not wait, changes don't.
 * @returns its id, and whether the caller's business manages it
 * @throws AppError NOT_FOUND
 */
export async function lockCustomer(
  { db, actor }: WriteContext,
  given: string,
  { deletes = false } = {},
): Promise<{ id: string; isManaged: boolean }> {
  // A merge or claim that the first waits for is in the snapshot of the second.
  const [[managed], [claimed]] = await pipelined([
    lockManaged(db, actor.entity.id, given, deletes),
    lockClaimed(db, actor.entity.id, given),
  ]);
  const id = (managed ?? claimed)?.id;
  if (!id) throw notFound();
  if (managed) await rejectWhileMerging(db, id);
  return { id, isManaged: managed !== undefined };
}

/** @throws AppError FORBIDDEN for another set without `update:terms`, NOT_FOUND for rules of others */
async function checkExemptions(
  { db, actor }: WriteContext,
  wanted: readonly string[] | undefined,
  present: readonly string[],
): Promise<void> {
  if (!wanted || isDeepStrictEqual(wanted, present)) return;
  if (!actor.permissions.includes('update:terms')) throw lacking('update:terms');
  rejectLimited(actor, 'What a customer is granted applies');
  const [own] = await countOwnTaxRules(db, actor.entity.id, wanted);
  if (own?.total !== wanted.length) throw notFound();
}

/** Whether a change concerns what no two customers may share. */
const isMoved = ({ license_number, address }: Patch) =>
  license_number !== undefined || address?.state !== undefined;

async function rejectKnownLicense(
  { db, actor }: WriteContext,
  license: Parameters<typeof customerWithLicense>[2],
  itself?: string,
): Promise<void> {
  const [found] = await customerWithLicense(db, actor.entity.id, license);
  if (!found || found.id === itself) return;
  throw new AppError('CONFLICT', 'You have a customer with this license.', {
    reason: 'customer_exists',
    customer_id: found.id,
    object: { type: 'customer', id: found.id },
  });
}

async function setProfile(ctx: WriteContext, before: CustomerView, patch: Patch): Promise<void> {
  const { id, type, license_number } = before;
  const { address } = patch;
  if (isMoved(patch)) {
    const state = address?.state ?? before.address?.state ?? '';
    const licenseNumber = patch.license_number ?? license_number;
    await rejectKnownLicense(ctx, { type, licenseNumber, state }, id);
  }
  const set = profileColumns(patch);
  if (!isGiven(set)) return;
  await ctx.db.update(entities).set(set).where(eq(entities.id, id));
  // Where it was entered without an address, orders go to the one that is known now.
  if (address && isGiven(address))
    await ctx.db
      .update(locations)
      .set(address)
      .where(and(eq(locations.entityId, id), eq(locations.street, ''), eq(locations.city, '')));
  // By itself: beside an unchanged profile it would count as a change of the customer.
  await ctx.db.update(entities).set({ uncompared: true }).where(eq(entities.id, id));
  await compareLater(ctx.db, ctx.actor.entity.id);
}

/** What isn't known of an address yet. */
const UNKNOWN = { street: '', city: '', zip: '' };

async function stateOf(db: WriteContext['db'], entityId: string): Promise<string> {
  const [row] = await db.select({ state: entities.state }).from(entities).where(eq(entities.id, entityId));
  if (!row) throw notFound();
  return row.state;
}

/** A customer on board changes its profile itself; it may be sent back as it was read. @throws AppError CONFLICT */
function rejectProfile(before: CustomerView, patch: Patch): void {
  const isOther = BUSINESS_FIELDS.some((name) => {
    const given = patch[name];
    if (given === undefined) return false;
    if (typeof given !== 'object' || given === null) return given !== before[name];
    return !isDeepStrictEqual({ ...(before[name] as object | null), ...given }, before[name]);
  });
  if (!isOther) return;
  throw new AppError('CONFLICT', 'This customer is on board and manages its own profile.', {
    reason: 'claimed',
  });
}

async function setOwn(
  { db, actor }: WriteContext,
  id: string,
  { nickname, representative_id, contacts, internal_notes, exempt_tax_ids }: Pick<Patch, OwnField>,
): Promise<void> {
  const set = {
    nickname,
    representativeId: representative_id,
    contacts: contactsOf(contacts),
    internalNotes: internal_notes === '' ? null : internal_notes,
    exemptTaxIds: exempt_tax_ids,
    ...(exempt_tax_ids && { untouched: false }),
  };
  if (!isGiven(set)) return;
  await db
    .update(accounts)
    .set(set)
    .where(and(eq(accounts.sellerId, actor.entity.id), eq(accounts.buyerId, id)));
}

const isGiven = (set: object) => Object.values(set).some((value) => value !== undefined);
