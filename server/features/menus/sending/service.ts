import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkSeller } from '../../../kernel/sides';
import type { Context, ReadContext, WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { actorValues, personOf } from '../../../platform/db/columns';
import { pageOf } from '../../../platform/db/listing';
import { enqueue } from '../../../platform/outbox/enqueue';
import { UNVERIFIED_RECIPIENTS } from '../../../platform/outbox/mail-shares';
import { recipientsOf } from '../../../platform/outbox/outreach.sql';
import { currentIds } from '../../entities/customers/queries';
import { senderStanding } from '../../entities/outreach/queries.sql';
import { checkReach } from '../checks';
import { findMenu, type MenuRow } from '../queries';
import type { Segment } from '../schema';
import { lockMenu } from '../service';
import { OPEN_RECIPIENTS } from '../state';
import { customersOf, finishSend, outcomesOf } from './queries.sql';
import type { ListMenuSends, MenuSendId, MenuSendList, SendMenu, SendView } from './schema';
import { menuRecipients, menuSends } from './tables';

type Row = typeof menuSends.$inferSelect;

async function viewsOf(db: Db, rows: readonly Row[]): Promise<SendView[]> {
  const found = await outcomesOf(
    db,
    rows.map(({ id }) => id),
  );
  const outcomes = new Map(found.map((one) => [one.send_id, one]));
  return rows.map((row) => ({
    id: row.id,
    menu_id: row.menuId,
    subject: row.subject,
    message: row.message,
    total: row.total,
    sent: outcomes.get(row.id)?.sent ?? 0,
    skipped: outcomes.get(row.id)?.skipped ?? [],
    by: personOf(row),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }));
}

/** Runs of a menu, newest first. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listSends(
  ctx: ReadContext,
  { id, ...page }: z.infer<typeof ListMenuSends>,
): Promise<z.infer<typeof MenuSendList>> {
  await findMenu(ctx, id);
  const ofMenu = eq(menuSends.menuId, id);
  const [rows, total] = await Promise.all([
    ctx.db
      .select()
      .from(menuSends)
      .where(ofMenu)
      .orderBy(desc(menuSends.createdAt), desc(menuSends.id))
      .limit(page.limit)
      .offset((page.page - 1) * page.limit),
    ctx.db.$count(menuSends, ofMenu),
  ]);
  return { data: rows.length > 0 ? await viewsOf(ctx.db, rows) : [], pagination: pageOf(page, total) };
}

/** @throws AppError NOT_FOUND, FORBIDDEN */
export async function getSend(
  ctx: ReadContext,
  { id, send_id }: z.infer<typeof MenuSendId>,
): Promise<SendView> {
  await findMenu(ctx, id);
  const [row] = await ctx.db
    .select()
    .from(menuSends)
    .where(and(eq(menuSends.id, send_id), eq(menuSends.menuId, id)));
  const [view] = row ? await viewsOf(ctx.db, [row]) : [];
  if (!view) throw notFound();
  return view;
}

/**
 * Starts a run that mails a menu to customers.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_REQUEST for customers of others, CONFLICT with `license_unverified`,
 *   RATE_LIMITED beyond the recipients of a business whose license isn't verified
 */
export async function sendMenu(
  ctx: WriteContext & Pick<Context, 'cipher'>,
  { id, customer_ids, segment, ...text }: z.infer<typeof SendMenu>,
): Promise<SendView> {
  const { db, actor } = ctx;
  checkSeller(actor);
  const menu = await lockMenu(ctx, id);
  checkReach(actor, menu.locationId);
  const customers = await recipientsFor(db, menu, { customer_ids, segment });
  await checkStanding(db, actor.entity.id, customers.length);
  const sendId = await startSend(db, menu, { customers, ...text, ...actorValues(actor) });
  ctx.audit({
    action: 'menu.sent',
    objectId: id,
    after: { send_id: sendId, customers: customers.length, ...text },
  });
  return getSend(ctx, { id, send_id: sendId });
}

/** Customers that a run is for: of a customer's menu that customer alone. @throws AppError INVALID_REQUEST */
async function recipientsFor(
  db: Db,
  menu: MenuRow,
  { customer_ids, segment }: Pick<z.infer<typeof SendMenu>, 'customer_ids' | 'segment'>,
): Promise<string[]> {
  if (!customer_ids) return segmentOf(db, menu, segment ?? {});
  const ids = await currentIds(db, menu.entityId, customer_ids);
  const found = new Set((await customersOf(db, menu.entityId, {}, ids)).map((one) => one.id));
  const errors = ids.flatMap((one, index) => {
    const isOne = found.has(one) && (menu.customerId === null || menu.customerId === one);
    const message = 'is no customer that this menu can be sent to';
    return isOne ? [] : [{ path: `customer_ids[${index}]`, code: 'not_found' as const, message }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  return [...new Set(ids)];
}

/** Customers of a segment; of a customer's menu that customer alone. */
export async function segmentOf(
  db: Db,
  { entityId, customerId }: MenuRow,
  segment: Segment,
): Promise<string[]> {
  const found = await customersOf(db, entityId, segment, customerId === null ? null : [customerId]);
  return found.map(({ id }) => id);
}

/** @throws AppError CONFLICT with `details.reason = "license_unverified"`, RATE_LIMITED with Retry-After in seconds */
async function checkStanding(db: Db, entityId: string, recipients: number): Promise<void> {
  const [sender] = await senderStanding(db, entityId);
  if (!sender || sender.review) {
    throw new AppError(
      'CONFLICT',
      'The license of your business is being reviewed. Send menus once it is verified.',
      {
        reason: 'license_unverified',
      },
    );
  }
  if (sender.verified) return;
  const [day] = await recipientsOf(db, entityId, '', UNVERIFIED_RECIPIENTS);
  if ((day?.total ?? 0) + recipients <= UNVERIFIED_RECIPIENTS) return;
  const seconds = Math.max(1, day?.seconds ?? 86_400);
  throw new AppError(
    'RATE_LIMITED',
    `Until its license is verified, your business mails ${UNVERIFIED_RECIPIENTS} recipients a day. Choose fewer, or wait.`,
    { window: 'day', limit: UNVERIFIED_RECIPIENTS, retry_after: seconds },
    { 'Retry-After': String(seconds) },
  );
}

interface NewSend {
  customers: readonly string[];
  subject: string;
  message: string;
  actorId: string | null;
  actorName: string;
}

/** Stores a run with its recipients, and the job that mails it. @returns its id */
export async function startSend(
  db: Db,
  { id: menuId, entityId }: MenuRow,
  { customers, ...send }: NewSend,
): Promise<string> {
  const id = newId();
  await db.insert(menuSends).values({ id, menuId, entityId, total: customers.length, ...send });
  if (customers.length > 0) {
    await db
      .insert(menuRecipients)
      .values(customers.map((customerId) => ({ sendId: id, customerId, entityId })));
  } else {
    await finishSend(db, id);
  }
  await enqueue(db, 'run_menu_send', { send_id: id });
  return id;
}

/** Notes what became of a recipient, and ends the run with the last one. */
export async function settle(
  db: Db,
  sendId: string,
  customerId: string,
  outcome:
    | { status: 'sent' }
    | { status: 'skipped'; reason: NonNullable<(typeof menuRecipients.$inferSelect)['reason']> },
): Promise<void> {
  await db
    .update(menuRecipients)
    .set({ ...outcome, doneAt: sql`now()` })
    .where(
      and(
        eq(menuRecipients.sendId, sendId),
        eq(menuRecipients.customerId, customerId),
        inArray(menuRecipients.status, OPEN_RECIPIENTS),
      ),
    );
  await finishSend(db, sendId);
}
