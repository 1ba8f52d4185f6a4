import type { z } from 'zod';
import { dateIn } from '../../../kernel/clock';
import { isAppError, notFound } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import { checkSeller } from '../../../kernel/sides';
import { amountIn } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import { openWalk } from '../../../platform/db/walk';
import { quoteOrder } from '../../orders/placing/quote/queries';
import { menuLinkOf } from '../public/link.sql';
import { priceFor, readShelf, type Shelf } from '../public/shelf';
import { matchesOf, REQUESTS, type RequestRow, requestById, requestPage } from './queries.sql';
import type {
  KeptLine,
  OrderRequestList,
  RequestMatch,
  RequestProblem,
  RequestSummary,
  RequestView,
} from './schema';

export const ListOrderRequests = REQUESTS.input;

/** Newest first. @throws AppError FORBIDDEN with `details.reason = "not_a_seller"` */
export async function listRequests(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListOrderRequests>,
): Promise<z.infer<typeof OrderRequestList>> {
  checkSeller(actor);
  const walk = await openWalk(db, REQUESTS, actor.entity.id, input);
  const { data, ...list } = await walk.read(REQUESTS.where(actor, input), (ids, total) =>
    requestPage(db, ids, walk.pageOrder, total),
  );
  const matches = await findMatches({ db, actor }, data);
  return { ...list, data: data.map((row) => summaryOf(row, matches.get(row.id) ?? [])) };
}

/** Customers that requests may be of. */
async function findMatches(
  { db, actor }: ReadContext,
  rows: ReadonlyArray<Pick<RequestRow, 'id'>>,
): Promise<Map<string, RequestMatch[]>> {
  const found = new Map<string, RequestMatch[]>();
  if (rows.length === 0 || !actor.permissions.includes('read:customers')) return found;
  const ids = rows.map(({ id }) => id);
  for (const { request_id, ...match } of await matchesOf(db, actor.entity.id, ids)) {
    const before = found.get(request_id) ?? [];
    // Those with its license come first, and then no other counts.
    if (match.license || !before[0]?.license) found.set(request_id, [...before, match]);
  }
  return found;
}

function summaryOf(row: RequestRow, matches: RequestMatch[]): RequestSummary {
  const lines = row.lines as KeptLine[];
  return {
    id: row.id,
    status: row.status,
    menu: { id: row.menu_id, name: row.menu_name },
    customer_id: row.customer_id,
    business: row.business as RequestSummary['business'],
    contact: row.contact as RequestSummary['contact'],
    contact_known: row.contact_known,
    lines_count: lines.length,
    subtotal: subtotalOf(lines),
    matches,
    delivery_date: row.delivery_date,
    po_number: row.po_number,
    order_id: row.order_id,
    reason: row.reason,
    received_at: row.received_at,
    expires_at: row.expires_at,
    updated_at: row.updated_at,
    created_at: row.created_at,
  };
}

/** Sum of lines in dollars, exact to the cent. */
const subtotalOf = (lines: readonly KeptLine[]) =>
  lines.reduce((sum, { total }) => sum + Math.round(total * 100), 0) / 100;

/** @throws AppError NOT_FOUND, FORBIDDEN with `details.reason = "not_a_seller"` */
export async function getRequest(ctx: ReadContext, id: string): Promise<RequestView> {
  checkSeller(ctx.actor);
  const [row] = await requestById(ctx.db, ctx.actor, id);
  if (!row) throw notFound();
  const matches = (await findMatches(ctx, [row])).get(id) ?? [];
  const lines = row.lines as KeptLine[];
  const target = row.customer_id ?? (matches.length === 1 ? matches[0]?.customer_id : undefined);
  const [now, quoted] = await Promise.all([
    menuNow(ctx, row, lines),
    row.status === 'waiting' && target ? quoteFor(ctx, row, lines, target) : null,
  ]);
  return {
    ...summaryOf(row, matches),
    notes: row.notes,
    lines: lines.map((line) => lineView(line, now, quoted)),
    problems: problemsOf(row, matches, target, quoted),
  };
}

type Quoted = Awaited<ReturnType<typeof quoteOrder>> | { error: RequestProblem };

/** What the order would come to for a customer now. */
async function quoteFor(
  ctx: ReadContext,
  row: RequestRow,
  lines: readonly KeptLine[],
  customerId: string,
): Promise<Quoted> {
  const items = lines.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity }));
  const isAhead = row.delivery_date !== null && row.delivery_date >= dateIn(ctx.actor.entity.timezone);
  const day = isAhead ? { delivery_date: row.delivery_date } : {};
  try {
    return await quoteOrder(ctx, { retailer_id: customerId, items, ...day });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, details } = error;
    return { error: { index: null, code, reason: (details.reason as string | undefined) ?? null, message } };
  }
}

/** The goods as the menu would show them now, and which of them it does. */
async function menuNow(
  { db }: ReadContext,
  { menu_id }: RequestRow,
  lines: readonly KeptLine[],
): Promise<{ shelf: Shelf | null; shown: ReadonlySet<string> }> {
  const [link] = await menuLinkOf(db, menu_id);
  if (!link) return { shelf: null, shown: new Set() };
  const asked = lines.map(({ variant_id }) => variant_id);
  const shelf = await readShelf(db, { ...link, goods: 'chosen', variant_ids: asked });
  const isShown = ({ variant_id, category, brand }: Shelf['items'][number]) =>
    link.goods === 'chosen'
      ? link.variant_ids.includes(variant_id)
      : !link.categories.includes(category) && (brand === null || !link.brands.includes(brand));
  const isOn = link.is_live ? shelf.items.filter(isShown) : [];
  return { shelf, shown: new Set(isOn.map(({ variant_id }) => variant_id)) };
}

function lineView(
  line: KeptLine,
  { shelf, shown }: Awaited<ReturnType<typeof menuNow>>,
  quoted: Quoted | null,
): RequestView['lines'][number] {
  const ofCustomer =
    quoted && 'lines' in quoted ? quoted.lines.find((one) => one.variant_id === line.variant_id) : undefined;
  const item = shelf?.byVariant.get(line.variant_id);
  const ofMenu = item && priceFor(item, line.quantity);
  return {
    variant_id: line.variant_id,
    product_id: line.product_id,
    product_name: line.product_name,
    variant_name: line.variant_name,
    quantity: line.quantity,
    amount: amountIn(line.quantity, line.step),
    unit: line.unit as RequestView['lines'][number]['unit'],
    step: line.step,
    price_shown: line.unit_price,
    total_shown: line.total,
    price_now: ofCustomer?.unit_price ?? (ofMenu ? toDollars(ofMenu.cents) : null),
    total_now: ofCustomer?.total ?? (ofMenu ? toDollars(ofMenu.totalCents) : null),
    available_quantity: ofCustomer?.available_quantity ?? Math.max(0, item?.units ?? 0),
    on_menu: shown.has(line.variant_id),
  };
}

function problemsOf(
  row: RequestRow,
  matches: readonly RequestMatch[],
  target: string | undefined,
  quoted: Quoted | null,
): RequestProblem[] {
  const listed: RequestProblem[] = quoted ? ('error' in quoted ? [quoted.error] : [...quoted.problems]) : [];
  const match = matches.find(({ customer_id }) => customer_id === target);
  if (row.business !== null && match && !match.address) {
    listed.push({
      index: null,
      code: 'CONFLICT',
      reason: 'address_differs',
      message:
        'The address in the request is another one: the order goes to the location that the customer receives at.',
    });
  }
  return listed;
}
