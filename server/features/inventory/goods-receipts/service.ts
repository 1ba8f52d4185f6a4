import { addDays, dateIn } from '../../../kernel/clock';
import { newNumber } from '../../../kernel/dated-number';
import { existing, invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkSeller } from '../../../kernel/sides';
import type { MemberContext, ReadContext, WriteContext } from '../../../operation/context';
import { checkPace } from '../../../operation/pace';
import { actorValues } from '../../../platform/db/columns';
import { changeExternalIds } from '../../entities/external-ids/service';
import { holdLocation } from '../../entities/locations/queries';
import { countNumbers } from '../../lots/several';
import { type ArrivalCost, applyMoves, type Move } from '../ledger/ledger';
import { MAX_QUANTITY, type RoomType } from '../schema';
import { checkCoas, fileCoas, type LineCoa, lockCertified, openCoas } from './certificates';
import { announce, changing, RECEIVED } from './changing';
import { assertFound, findGoods, type Goods, goodsOf } from './goods';
import { assertConfirmed, noticesOf, placeNotices } from './judge';
import { batchNamed, checkLines, distinctBatches, readLines, type SentLine } from './lines';
import { type LotLine, namesOfTags, openPackages } from './packages';
import { lockNames } from './packages.sql';
import { getGoodsReceipt } from './queries';
import { addUp, receivingPlace } from './receive.sql';
import type { GoodsReceiptView, ReceivedGoods } from './resource';
import { causeOf, fullRows, openPlaces, type Received, rejectFull } from './rows';
import { RECEIVED_WITHIN_DAYS, type ReceiveGoods } from './schema';
import { checkSupplier, type Supplier, supplierOf } from './suppliers';
import { goodsReceiptLines, goodsReceipts } from './tables';

/** Of one business: each may lock as much as 500 rows of stock. */
const RECEIPTS_PER_HOUR = 300;

/**
 * Receives goods from outside (decision 942). Batch numbers count before anything else, also those of a receipt that then fails.
 * @throws AppError NOT_FOUND for a location or seller, FORBIDDEN with `not_a_seller` or `outside_your_locations`, INVALID_REQUEST
 *   naming the line, CONFLICT with `tag_taken`, `confirm_required`, `cannot_receive` or `external_id_taken`, RATE_LIMITED
 */
export async function receiveGoods(ctx: MemberContext, input: ReceiveGoods): Promise<ReceivedGoods> {
  checkReceipt(ctx, input);
  checkCoas(ctx, input.lines);
  await existing(receivingPlace(ctx.db, ctx.actor.entity.id, input.location_id));
  const found = await nameGoods(ctx, input.lines);
  return changing(ctx, input.dry_run === true, async (unit) => {
    const receipt = await recordReceipt(unit, input, found, (lines) => openCoas(unit, lines));
    // At last, since those of one business wait for each other here.
    await checkPace(
      unit.db,
      { subject: `goods-receipts:${ctx.actor.entity.id}`, limit: RECEIPTS_PER_HOUR },
      `Your business has received goods ${RECEIPTS_PER_HOUR} times within an hour. Try again later.`,
    );
    return input.dry_run ? { ...receipt, id: null, number: null } : receipt;
  });
}

/** What a receipt needs before its goods are looked at. @throws AppError as `receiveGoods` */
function checkReceipt({ actor }: ReadContext, input: Omit<ReceiveGoods, 'lines'>): void {
  const { kind, location_id, received_on } = input;
  if (kind === 'harvest') checkSeller(actor);
  checkSupplier(kind, input);
  checkDay(received_on, dateIn(actor.entity.timezone));
  if (actor.locationIds !== null && !actor.locationIds.includes(location_id)) throw notFound();
}

/** @throws AppError INVALID_REQUEST for a day on which goods can't have come */
export function checkDay(day: string | undefined, today: string): void {
  if (day === undefined) return;
  const fail = (code: 'date_in_future' | 'value_too_small', message: string) =>
    invalidRequest([{ path: 'received_on', code, message }]);
  if (day > today) throw fail('date_in_future', 'must not be in the future');
  if (day < addDays(today, -RECEIVED_WITHIN_DAYS))
    throw fail('value_too_small', `must be at most ${RECEIVED_WITHIN_DAYS} days ago`);
}

type Sent = SentLine & Parameters<typeof findGoods>[1][number];

/**
 * Finds the goods of lines and counts their batch numbers, in a transaction of its own: rejected receipts and dry runs count, too
 * (decision 419).
 * @throws AppError RATE_LIMITED, INVALID_REQUEST with `unknown_sku` or `ambiguous`
 */
export async function nameGoods(ctx: ReadContext, lines: readonly Sent[]): Promise<Goods[]> {
  const found = await findGoods(ctx, lines);
  const named = lines.map((line, n) => {
    const goods = goodsOf(found[n]);
    return goods ? batchNamed(goods, line) : null;
  });
  await countNumbers(ctx.db, ctx.actor.entity.id, distinctBatches(named));
  return assertFound(found) as Goods[];
}

/** What a receipt says, of goods that were found. */
export type Said = Omit<ReceiveGoods, 'lines'> & {
  lines: readonly SentLine[];
  /** The state's transfer that brought them. */
  transfer_id?: string | undefined;
};

/** A receipt that nothing stands against but what the rows of stock hold. */
interface Judged {
  place: Awaited<ReturnType<typeof receivingPlace>>[number];
  lines: readonly LotLine[];
  supplier: Supplier;
  reference: string | null;
  coas: readonly LineCoa[];
}

/** Opens the certificates of lines. */
type Certify = (lines: readonly LotLine[]) => Promise<LineCoa[]>;
const NONE: Certify = async () => [];

/**
 * Opens the batches and packages of a receipt and asks what seems wrong of them. Locks the business's own products with
 * a certificate, numbers of batches, then batches.
 * @throws AppError as `receiveGoods`
 */
export async function judgeReceipt(
  ctx: WriteContext,
  input: Said,
  found: readonly Goods[],
  certify = NONE,
): Promise<Judged> {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  const place = await existing(receivingPlace(db, me, input.location_id));
  const sent = input.lines.map((line, n) => ({ line, goods: found[n] as Goods }));
  await lockCertified(ctx, sent);
  const lines = await readLines(ctx, sent);
  checkLines(input.kind, lines, place.room);
  const reference = input.reference ?? null;
  const names = namesOfTags(lines);
  if (reference) names.push(`reference ${reference.toLowerCase()}`);
  await lockNames(db, me, names.sort());
  const supplier = await supplierOf(ctx, input);
  const inLots = await openPackages(ctx, lines);
  const whole = { supplier, reference, confirm: input.confirm ?? [], except: null };
  const coas = await certify(inLots);
  await assertConfirmed(ctx, whole, inLots, coas);
  return { place, lines: inLots, supplier, reference, coas };
}

/**
 * Records a receipt whose goods were found and whose numbers were counted: after what `judgeReceipt` locks, the location and rows of
 * stock.
 */
export async function recordReceipt(
  ctx: WriteContext,
  input: Said,
  found: readonly Goods[],
  certify = NONE,
): Promise<GoodsReceiptView> {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  const today = dateIn(actor.entity.timezone);
  const { place, lines, supplier: said, reference, coas } = await judgeReceipt(ctx, input, found, certify);
  const { expiredOn, ...supplier } = said;
  if (!(await holdLocation(db, me, input.location_id))) throw notFound();
  const row = {
    id: newId(),
    entityId: me,
    number: newNumber('GR', new Date()),
    kind: input.kind,
    locationId: input.location_id,
    ...supplier,
    reference,
    transferId: input.transfer_id ?? null,
    receivedOn: input.received_on ?? today,
    notes: input.notes || null,
    notices: [...placeNotices(place, expiredOn, today), ...noticesOf(lines, input.dry_run === true)],
    ...actorValues(actor),
  };
  await db.insert(goodsReceipts).values(row);
  await takeIn(ctx, row, lines, place.room);
  await fileCoas(coas);
  await changeExternalIds(ctx, 'goods_receipt', [{ id: row.id, ids: input.external_ids }]);
  const receipt = await getGoodsReceipt(ctx, row.id);
  ctx.audit({ action: RECEIVED, objectId: row.id, locationIds: [row.locationId], after: receipt });
  announce(ctx, receipt);
  return receipt;
}

async function takeIn(
  ctx: WriteContext,
  receipt: Received,
  lines: readonly LotLine[],
  room: RoomType,
): Promise<void> {
  const rowOf = await openPlaces(ctx, receipt, lines, room);
  const itemOf = ({ index }: Pick<LotLine, 'index'>) => rowOf.get(index) ?? '';
  const moves = lines.map(
    (line): Move => ({ itemId: itemOf(line), lotId: line.lotId, delta: line.quantity, reservedDelta: 0 }),
  );
  const full = overfull(lines, itemOf);
  if (full.length > 0) throw fullRows(lines, itemOf, full);
  const costs = costsOf(lines, itemOf);
  await applyMoves(ctx, moves, { ...causeOf(receipt), costs }).catch(rejectFull(lines, itemOf));
  await ctx.db.insert(goodsReceiptLines).values(
    lines.map((line, position) => ({
      id: newId(),
      receiptId: receipt.id,
      position,
      itemId: itemOf(line),
      lotId: line.lotId,
      quantity: line.quantity,
      unitCostCents: line.unitCostCents,
    })),
  );
  await addUp(ctx.db, receipt.id);
}

/** What units cost that arrive in each row. Lines of one row add up; the last cost is kept (decision 87). */
function costsOf(lines: readonly LotLine[], itemOf: (line: LotLine) => string): Map<string, ArrivalCost> {
  const costs = new Map<string, ArrivalCost>();
  for (const line of lines) {
    const { quantity, unitCostCents } = line;
    if (unitCostCents === null) continue;
    const earlier = costs.get(itemOf(line));
    const worth = unitCostCents / 100;
    const units = quantity + (earlier?.units ?? 0);
    const average = earlier ? earlier.worth * (earlier.units / units) + worth * (quantity / units) : worth;
    costs.set(itemOf(line), { units, unitCostCents, worth: average });
  }
  return costs;
}

/** Rows to which lines bring more than any can hold, whatever is there. */
function overfull(lines: readonly LotLine[], itemOf: (line: LotLine) => string): string[] {
  const units = new Map<string, number>();
  for (const line of lines) units.set(itemOf(line), (units.get(itemOf(line)) ?? 0) + line.quantity);
  return [...units].flatMap(([id, sum]) => (sum > MAX_QUANTITY ? id : []));
}
