import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { toCents } from '../../kernel/money';
import { changesBetween, checkPatch } from '../../kernel/patch';
import { checkSeller } from '../../kernel/sides';
import type { Context, MemberContext, WriteContext } from '../../operation/context';
import { runUnitOfWork } from '../../operation/unit-of-work';
import { hashInTurn } from '../auth/password/passwords';
import { lockEntity } from '../entities/queries';
import { checkMenu, checkReach, checkRights, checkRoom, customerOf } from './checks';
import { findMenu, getMenu, type MenuRow, ownMenus } from './queries';
import { nextSend } from './schedule';
import {
  MENU_READ_ONLY,
  type MenuLinkId,
  type MenuView,
  type NewMenu,
  type RotateMenu,
  type UpdateMenu,
} from './schema';
import { menuLinks, menus } from './tables';
import { tokenColumns } from './tokens';

type Writer = WriteContext & Pick<Context, 'cipher' | 'publicUrl'>;
type Fields = Omit<z.infer<typeof UpdateMenu>, 'id' | (typeof MENU_READ_ONLY)[number]>;
type Columns = Partial<typeof menus.$inferInsert>;

/** The columns that a body sets; null clears, undefined leaves alone. */
function columnsOf(fields: Fields, timezone: string): Columns {
  const { minimum_order: minimum, schedule } = fields;
  return {
    name: fields.name,
    message: fields.message,
    prices: fields.prices,
    priceListId: fields.price_list_id,
    goods: fields.goods,
    categories: fields.categories,
    brands: fields.brands,
    variantIds: fields.variant_ids,
    availability: fields.availability,
    certificates: fields.certificates,
    takesRequests: fields.takes_requests,
    minimumOrderCents: minimum === undefined || minimum === null ? minimum : toCents(minimum),
    locationId: fields.location_id,
    state: fields.state,
    expiresOn: fields.expires_on,
    status: fields.status,
    schedule,
    nextSendAt: schedule ? nextSend(schedule, timezone, new Date()) : schedule,
  };
}

const given = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

/** A passcode is hashed before the transaction begins. @returns undefined where the body names none */
async function hashOf(
  { actor, request }: Pick<MemberContext, 'actor' | 'request'>,
  passcode: string | null | undefined,
): Promise<string | null | undefined> {
  return passcode ? hashInTurn(`menu:${actor.entity.id}`, request, passcode) : passcode;
}

/**
 * Makes a menu with its link.
 * @throws AppError FORBIDDEN with `not_a_seller`, `permission_required` or `outside_your_locations`, INVALID_REQUEST, CONFLICT with
 *   `details.reason = "too_many"`
 */
export async function createMenu(ctx: MemberContext, body: z.infer<typeof NewMenu>): Promise<MenuView> {
  checkSeller(ctx.actor);
  const passcodeHash = await hashOf(ctx, body.passcode);
  return runUnitOfWork(ctx, [], async (unit) => {
    const writer = { ...ctx, ...unit };
    const { db, actor } = writer;
    const customerId = body.customer_id ? await customerOf(writer, body.customer_id) : null;
    const columns = given(columnsOf(body, actor.entity.timezone));
    const asked = { ...EMPTY, ...columns, customerId };
    checkRights(actor, asked);
    checkReach(actor, asked.locationId);
    // Menus of one business are added in turns, so that their limit holds.
    await lockEntity(db, actor.entity.id);
    await checkMenu(writer, asked);
    await checkRoom(writer);
    const id = newId();
    await db
      .insert(menus)
      .values({ ...columns, id, entityId: actor.entity.id, name: body.name, customerId, passcodeHash });
    const { columns: token } = tokenColumns(ctx.cipher);
    await db.insert(menuLinks).values({ menuId: id, entityId: actor.entity.id, ...token });
    const after = await getMenu(writer, id);
    unit.audit({ action: 'menu.created', objectId: id, after: auditable(after) });
    return after;
  });
}

const EMPTY = {
  priceListId: null,
  variantIds: [] as string[],
  locationId: null,
  state: null,
  expiresOn: null,
};

/** @throws AppError NOT_FOUND, FORBIDDEN, INVALID_REQUEST */
export async function updateMenu(
  ctx: MemberContext,
  { id, ...patch }: z.infer<typeof UpdateMenu>,
): Promise<MenuView> {
  checkSeller(ctx.actor);
  const { passcode, ...fields } = patch;
  const passcodeHash = await hashOf(ctx, passcode);
  return runUnitOfWork(ctx, [], async (unit) => {
    const writer = { ...ctx, ...unit };
    const { db, actor } = writer;
    const row = await lockMenu(writer, id);
    const before = await getMenu(writer, id);
    checkPatch(patch, { ...before, passcode: undefined }, MENU_READ_ONLY);
    const wanted = fields.customer_id;
    const customerId = wanted && wanted !== row.customerId ? await customerOf(writer, wanted) : wanted;
    const columns = given({ ...columnsOf(fields, actor.entity.timezone), customerId, passcodeHash });
    const after: MenuRow = { ...row, ...(columns as Partial<MenuRow>) };
    checkRights(actor, after, row);
    checkReach(actor, row.locationId);
    checkReach(actor, after.locationId);
    await checkMenu(writer, after, row);
    await db
      .update(menus)
      .set({ ...columns, ...changed() })
      .where(eq(menus.id, id));
    const view = await getMenu(writer, id);
    const changes = changesBetween(auditable(before), auditable(view));
    const secret = passcodeHash === undefined ? {} : { passcode_changed: true };
    unit.audit({
      action: 'menu.updated',
      objectId: id,
      before: changes.before,
      after: { ...changes.after, ...secret },
    });
    return view;
  });
}

/** SQL: what each change of a menu sets: what was drawn before is drawn again. */
const changed = (): { version: SQL; updatedAt: SQL } => ({
  version: sql`${menus.version} + 1`,
  updatedAt: sql`change_time()`,
});

/** A menu without its link, which is a secret. */
const auditable = ({ url: _, views_7_days: __, requests_waiting: ___, ...menu }: MenuView) => menu;

/** Locks a menu of the caller's business until the transaction ends. @throws AppError NOT_FOUND */
export async function lockMenu({ db, actor }: WriteContext, id: string): Promise<MenuRow> {
  const [row] = await db
    .select()
    .from(menus)
    .where(and(eq(menus.id, id), ownMenus(actor.entity.id)))
    .for('no key update');
  if (!row) throw notFound();
  return row;
}

/** Deletes a menu and ends its links; its requests stay. @throws AppError NOT_FOUND, FORBIDDEN */
export async function deleteMenu(ctx: Writer, id: string): Promise<void> {
  checkSeller(ctx.actor);
  const row = await lockMenu(ctx, id);
  checkReach(ctx.actor, row.locationId);
  const before = await getMenu(ctx, id);
  await revoke(ctx, eq(menuLinks.menuId, id));
  await ctx.db
    .update(menus)
    .set({ ...changed(), deletedAt: sql`now()`, nextSendAt: null })
    .where(eq(menus.id, id));
  ctx.audit({ action: 'menu.deleted', objectId: id, before: auditable(before) });
}

/** Gives a menu another link; the one before is dead at once. @throws AppError NOT_FOUND, FORBIDDEN */
export async function rotateMenu(ctx: Writer, { id, links }: z.infer<typeof RotateMenu>): Promise<MenuView> {
  checkSeller(ctx.actor);
  const row = await lockMenu(ctx, id);
  checkReach(ctx.actor, row.locationId);
  const ofMenu = eq(menuLinks.menuId, id);
  await revoke(ctx, (links ? ofMenu : and(ofMenu, isNull(menuLinks.customerId))) as SQL);
  const { columns } = tokenColumns(ctx.cipher);
  await ctx.db.insert(menuLinks).values({ menuId: id, entityId: ctx.actor.entity.id, ...columns });
  await ctx.db.update(menus).set(changed()).where(eq(menus.id, id));
  ctx.audit({ action: 'menu.rotated', objectId: id, after: { links: links ?? false } });
  return getMenu(ctx, id);
}

/** Ends a customer's link. @throws AppError NOT_FOUND, FORBIDDEN */
export async function deleteLink(ctx: Writer, { id, link_id }: z.infer<typeof MenuLinkId>): Promise<void> {
  const { locationId } = await findMenu(ctx, id);
  checkReach(ctx.actor, locationId);
  const own = and(eq(menuLinks.id, link_id), eq(menuLinks.menuId, id), isNotNull(menuLinks.customerId));
  const [link] = await ctx.db.select({ id: menuLinks.id }).from(menuLinks).where(own);
  if (!link) throw notFound();
  await revoke(ctx, eq(menuLinks.id, link_id));
  ctx.audit({ action: 'menu.link_ended', objectId: id, after: { link_id } });
}

async function revoke({ db }: WriteContext, which: SQL): Promise<void> {
  await db
    .update(menuLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(which, isNull(menuLinks.revokedAt)));
}
