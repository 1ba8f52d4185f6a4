// Other features import this file.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { stepsIn } from '../../../kernel/amounts';
import { AppError, type FieldError, invalidRequest, isAppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { toDollars } from '../../../kernel/money';
import { EACH } from '../../../kernel/weights';
import type { Context } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { enqueue } from '../../../platform/outbox/enqueue';
import { mailsAtOnce, mayMail } from '../../../platform/outbox/mail-allowance';
import { lockSubject } from '../../../platform/outbox/mail-allowance.sql';
import { isBounced } from '../../../platform/outbox/outreach.sql';
import { secondsBeyond } from '../../../platform/rate-limit/hourly';
import { networkOf } from '../../../platform/rate-limit/network';
import { ladderView } from '../../pricing/ladder';
import { getLink } from '../public/find';
import { shelfOf } from '../public/kept';
import type { OpenLink } from '../public/link.sql';
import { checkPasscode } from '../public/passcode';
import type { RequestOrder } from '../public/schema';
import { type Item, priceFor, type Shelf } from '../public/shelf';
import { tokenColumns } from '../tokens';
import { askedBy, mailboxOf, makeRoom, sameRequest } from './queries.sql';
import { CONFIRM_HOURS, type KeptLine, namedTwice } from './schema';
import { orderRequests } from './tables';

type Body = Omit<z.infer<typeof RequestOrder>, 'token'>;
type Asking = Pick<Context, 'db' | 'cipher' | 'request'>;

/** Requests of one network within an hour. */
const PER_NETWORK = 5;
/** Open requests of one address to a seller, and mails to it within a day. */
const OPEN_PER_ADDRESS = 3;
const MAILS_PER_ADDRESS = 10;

/**
 * Takes a request from who has a menu's link. What depends on who exists shows nowhere: it is mailed.
 * @throws AppError NOT_FOUND, FORBIDDEN with `passcode_required`, INVALID_REQUEST for goods and amounts, CONFLICT with `no_requests` or
 *   `minimum_order`, RATE_LIMITED for the caller's own network
 */
export async function requestOrder(
  ctx: Asking,
  { token, ...body }: z.infer<typeof RequestOrder>,
): Promise<Record<string, never>> {
  const link = await getLink(ctx.db, token);
  await checkPasscode(ctx.db, link, ctx.request.passcode, ctx.request.address);
  return takeRequest(ctx, link, body);
}

/** The same for a link that its caller has opened. @throws AppError as above, but for the first two */
export async function takeRequest(ctx: Asking, link: OpenLink, body: Body): Promise<Record<string, never>> {
  const { lines } = await checkRequest(ctx.db, link, body);
  const { address } = ctx.request;
  const network = networkOf(address);
  const seconds = await secondsBeyond(ctx.db, `order-requests:${network}`, PER_NETWORK);
  if (seconds !== null) {
    throw new AppError(
      'RATE_LIMITED',
      `Your network sent ${PER_NETWORK} requests within an hour. Try again later.`,
      { window: 'hour', limit: PER_NETWORK, retry_after: seconds },
      { 'Retry-After': String(seconds) },
    );
  }
  await ctx.db.transaction((tx) => store({ ...ctx, db: tx }, link, body, lines));
  return {};
}

/** What a menu says against a request. @throws AppError as `requestOrder` */
export async function checkRequest(
  db: Db,
  link: OpenLink,
  { lines, business }: Pick<Body, 'lines'> & { business?: Body['business'] | 'later' },
): Promise<{ lines: KeptLine[]; shelf: Shelf; totalCents: number }> {
  if (!link.takes_requests) {
    throw new AppError('CONFLICT', 'This menu takes no requests.', { reason: 'no_requests' });
  }
  const shelf = await shelfOf(db, link);
  const errors: FieldError[] = namedTwice(lines);
  if (link.customer_id === null && business === undefined) {
    errors.push({ path: 'business', code: 'required', message: 'is required' });
  }
  let totalCents = 0;
  const kept = lines.flatMap((line, index) => {
    const item = shelf.byVariant.get(line.variant_id);
    const path = `lines[${index}]`;
    if (!item) {
      errors.push({ path: `${path}.variant_id`, code: 'not_found', message: 'is not on this menu' });
      return [];
    }
    const steps = stepsOf(line, item, path, errors);
    if (steps === null) return [];
    const { cents, totalCents: total } = priceFor(item, steps);
    totalCents += total;
    return [keptLine(item, steps, cents, total)];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  const { minimumCents } = shelf;
  // Hidden prices can't be found out by what is too little.
  if (link.prices === 'shown' && minimumCents !== null && totalCents < minimumCents) {
    throw new AppError(
      'CONFLICT',
      `This seller takes orders of at least $${toDollars(minimumCents).toFixed(2)}.`,
      {
        reason: 'minimum_order',
        minimum: toDollars(minimumCents),
        subtotal: toDollars(totalCents),
      },
    );
  }
  return { lines: kept, shelf, totalCents };
}

type Line = Body['lines'][number];

/** The steps of a line; null with an error for what is no multiple of the step or the case. */
function stepsOf(line: Line, item: Item, path: string, errors: FieldError[]): number | null {
  const field = line.amount === undefined ? 'quantity' : 'amount';
  try {
    const steps = stepsIn(line, 'quantity', { step: item.step, path: `${path}.` }) ?? 0;
    if (steps % item.case_size === 0) return steps;
    const size = (item.case_size * (item.step ?? EACH)) / EACH;
    errors.push({
      path: `${path}.${field}`,
      code: 'case_multiple',
      message: `must be a multiple of ${size}`,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    errors.push(...((error.details.errors ?? []) as FieldError[]));
  }
  return null;
}

const keptLine = (item: Item, quantity: number, cents: number, totalCents: number): KeptLine => ({
  variant_id: item.variant_id,
  product_id: item.product_id,
  product_name: item.product_name,
  variant_name: item.variant_name,
  quantity,
  unit: item.unit,
  step: item.step === null ? null : item.step / EACH,
  unit_price: toDollars(cents),
  total: toDollars(totalCents),
  ladder: ladderView(item.ladder, item.step),
});

const digestOf = (lines: readonly KeptLine[]): string => {
  const asked = lines.map(({ variant_id, quantity }) => `${variant_id}:${quantity}`).sort();
  return createHash('sha256').update(asked.join('\n')).digest('base64url');
};

/** Stores a request and mails its link; beyond the limits of the address nothing leaves, and nothing says so. */
async function store(
  { db, cipher, request }: Asking,
  link: OpenLink,
  body: Body,
  lines: KeptLine[],
): Promise<void> {
  const { seller_id: sellerId, menu_id: menuId, customer_id: customerId } = link;
  const known = customerId === null ? null : ((await mailboxOf(db, sellerId, customerId))[0]?.email ?? null);
  const address = known ?? body.contact.email;
  const digest = digestOf(lines);
  // Requests of one address are counted in turns.
  await lockSubject(db, `order-request:${address}`);
  if ((await sameRequest(db, menuId, address, digest)).length > 0) return;
  const [asked] = await askedBy(db, sellerId, address);
  const isFull = (asked?.open ?? 0) >= OPEN_PER_ADDRESS || (asked?.mailed ?? 0) >= MAILS_PER_ADDRESS;
  const mailed =
    !isFull &&
    (await isBounced(db, address)).length === 0 &&
    (await mayMail(db, { entityId: sellerId, to: address, share: 'request' }));
  await makeRoom(db, sellerId);
  const id = newId();
  const { columns } = tokenColumns(cipher);
  await db.insert(orderRequests).values({
    ...{ id, entityId: sellerId, menuId, linkId: link.link_id, customerId, lines, address, digest, mailed },
    ...columns,
    business: customerId === null ? (body.business ?? null) : null,
    contact: body.contact,
    contactKnown: known !== null,
    pricesShown: link.prices === 'shown',
    deliveryDate: body.delivery_date ?? null,
    notes: body.notes ?? null,
    poNumber: body.po_number ?? null,
    network: createHash('sha256').update(networkOf(request.address)).digest('base64url').slice(0, 22),
    expiresAt: new Date(Date.now() + CONFIRM_HOURS * 3_600_000),
  });
  if (!mailed) return;
  const options = { maxAttempts: 10, limit: mailsAtOnce(sellerId) };
  await enqueue(db, 'mail_order_request', { request_id: id, mail: 'confirm' }, options);
}
