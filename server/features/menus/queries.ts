import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import { checkSeller } from '../../kernel/sides';
import type { Context, ReadContext } from '../../operation/context';
import { pageOf } from '../../platform/db/listing';
import { currentId } from '../entities/customers/queries';
import { entities } from '../entities/tables';
import { customerLinks, menuExtras } from './queries.sql';
import type { ListMenuLinks, ListMenus, MenuLinkList, MenuList, MenuView } from './schema';
import { menus } from './tables';
import { menuUrl, openToken } from './tokens';

/** What a reader of menus needs: the link is shown again from its sealed copy. */
export type MenuReader = ReadContext & Pick<Context, 'cipher' | 'publicUrl'>;
export type MenuRow = typeof menus.$inferSelect;

/** The menus of a business that aren't deleted. The only way to a row. */
export const ownMenus = (entityId: string): SQL | undefined =>
  and(eq(menus.entityId, entityId), isNull(menus.deletedAt));

/** SQL: whether a menu is over in the calendar of its business. */
const isExpired = sql`coalesce(${menus.expiresOn} < (now() at time zone (select e.timezone from ${entities} e where e.id = ${menus.entityId}))::date, false)`;

const STATUS_CONDITIONS = {
  active: and(eq(menus.status, 'active'), sql`not ${isExpired}`),
  off: eq(menus.status, 'off'),
  expired: and(eq(menus.status, 'active'), isExpired),
};

/** Oldest first (decision 38). @throws AppError FORBIDDEN with `details.reason = "not_a_seller"` */
export async function listMenus(
  ctx: MenuReader,
  { status, customer_id, ...page }: z.infer<typeof ListMenus>,
): Promise<z.infer<typeof MenuList>> {
  checkSeller(ctx.actor);
  const { db, actor } = ctx;
  const customerId = customer_id && (await currentId(db, actor.entity.id, customer_id));
  const where = and(
    ownMenus(actor.entity.id),
    status && STATUS_CONDITIONS[status],
    customerId ? eq(menus.customerId, customerId) : undefined,
  );
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(menus)
      .where(where)
      .orderBy(asc(menus.createdAt), asc(menus.id))
      .limit(page.limit)
      .offset((page.page - 1) * page.limit),
    db.$count(menus, where),
  ]);
  return { data: await viewsOf(ctx, rows), pagination: pageOf(page, total) };
}

/** @throws AppError NOT_FOUND, FORBIDDEN with `details.reason = "not_a_seller"` */
export async function getMenu(ctx: MenuReader, id: string): Promise<MenuView> {
  const [view] = await viewsOf(ctx, [await findMenu(ctx, id)]);
  if (!view) throw notFound();
  return view;
}

/** The row of a menu of the caller's business. @throws AppError as `getMenu` */
export async function findMenu({ db, actor }: ReadContext, id: string): Promise<MenuRow> {
  checkSeller(actor);
  const [row] = await db
    .select()
    .from(menus)
    .where(and(eq(menus.id, id), ownMenus(actor.entity.id)));
  if (!row) throw notFound();
  return row;
}

/** Menus as they are published, with their links. */
export async function viewsOf(ctx: MenuReader, rows: readonly MenuRow[]): Promise<MenuView[]> {
  if (rows.length === 0) return [];
  const found = await menuExtras(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const extras = new Map(found.map((extra) => [extra.id, extra]));
  return rows.flatMap((row) => {
    const extra = extras.get(row.id);
    if (!extra?.token_sealed) return [];
    const { views, waiting, over, token_sealed } = extra;
    return [
      {
        id: row.id,
        name: row.name,
        message: row.message,
        customer_id: row.customerId,
        prices: row.prices,
        price_list_id: row.priceListId,
        goods: row.goods,
        categories: row.categories,
        brands: row.brands,
        variant_ids: row.variantIds,
        availability: row.availability,
        certificates: row.certificates,
        takes_requests: row.takesRequests,
        minimum_order: row.minimumOrderCents === null ? null : toDollars(row.minimumOrderCents),
        has_passcode: row.passcodeHash !== null,
        location_id: row.locationId,
        state: row.state,
        expires_on: row.expiresOn,
        status: row.status === 'active' && over ? ('expired' as const) : row.status,
        schedule: row.schedule,
        url: menuUrl(ctx.publicUrl, openToken(ctx.cipher, token_sealed)),
        views_7_days: views,
        requests_waiting: waiting,
        updated_at: row.updatedAt.toISOString(),
        created_at: row.createdAt.toISOString(),
      },
    ];
  });
}

/** The links of a menu that were mailed to customers, oldest first. @throws AppError as `getMenu` */
export async function listLinks(
  ctx: MenuReader,
  { id, ...page }: z.infer<typeof ListMenuLinks>,
): Promise<z.infer<typeof MenuLinkList>> {
  await findMenu(ctx, id);
  const rows = await customerLinks(ctx.db, id, page);
  const [first] =
    rows.length > 0 || page.page === 1 ? rows : await customerLinks(ctx.db, id, { page: 1, limit: 1 });
  const data = rows.map(({ token_sealed, views, total: _, ...link }) => ({
    id: link.id,
    customer_id: link.customer_id,
    customer_name: ctx.actor.permissions.includes('read:customers') ? link.customer_name : null,
    url: menuUrl(ctx.publicUrl, openToken(ctx.cipher, token_sealed)),
    views_7_days: views,
    last_opened_on: link.last_opened_on,
    last_mailed_at: link.last_mailed_at,
    revoked_at: link.revoked_at,
  }));
  return { data, pagination: pageOf(page, first?.total ?? 0) };
}
