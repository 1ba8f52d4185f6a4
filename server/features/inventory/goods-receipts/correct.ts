import { eq, inArray, sql } from 'drizzle-orm';
import { dateIn } from '../../../kernel/clock';
import { AppError, existing, isAppError, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { checkPatch } from '../../../kernel/patch';
import { RECEIPT_HOURS } from '../../../kernel/receipt-hours';
import type { MemberContext, ReadContext, WriteContext } from '../../../operation/context';
import { checkPace } from '../../../operation/pace';
import { isAmong } from '../../../platform/db/listing';
import { changeExternalIds } from '../../entities/external-ids/service';
import { holdLocation } from '../../entities/locations/queries';
import { giveTagsBack } from '../../lots/service.sql';
import { countNumbers } from '../../lots/several';
import { lockRows } from '../allocation';
import { lockBatchesOfLots } from '../allocation.sql';
import { applyMoves } from '../ledger/ledger';
import { assertPresent, type Change, deltaOf, Held, movesOf, revaluationsOf, unitsGone } from './balance';
import { announce, changing } from './changing';
import {
  type LockedReceipt,
  linesOfReceipt,
  lockGoodsReceipt,
  lockLevels,
  type OldLine,
  revalueItems,
} from './correct.sql';
import { assertFound, findGoods, type Goods, goodsOf } from './goods';
import { assertConfirmed, noticesOf, placeNotices } from './judge';
import { batchNamed, checkLines, distinctBatches, readLines } from './lines';
import { isBlocked, type LotLine, namesOfTags, openPackages } from './packages';
import { lockNames, lotStates } from './packages.sql';
import { type Corrected, goodsOfOld, merged, oldOf, roomOf, staysAt } from './plan';
import { getGoodsReceipt } from './queries';
import { addUp, receivingPlace } from './receive.sql';
import { type CorrectGoods, GOODS_READ_ONLY, type GoodsReceiptView } from './resource';
import { causeOf, fullRows, openPlaces, type Received } from './rows';
import type { CorrectedLine } from './schema';
import { checkDay } from './service';
import { checkSupplier, type Supplier, supplierOf } from './suppliers';
import { goodsReceiptLines, goodsReceipts } from './tables';

/** Of one business: each may lock as much as 500 rows of stock. */
const CORRECTIONS_PER_HOUR = 300;

type Patch = Omit<CorrectGoods, 'id'>;

/**
 * Corrects a receipt within 72 hours: its lines, supplier, reference, notes and day, never its location. Batch numbers count as those
 * of a receipt do. What the business calls it may change at any time.
 * @throws AppError NOT_FOUND, INVALID_REQUEST, CONFLICT with `too_late`, `units_gone` (`details.lines`), `tag_taken`, `confirm_required`,
 *   `cannot_receive` or `external_id_taken`, FORBIDDEN, RATE_LIMITED
 */
export async function correctGoods(
  ctx: MemberContext,
  { id, ...input }: CorrectGoods,
): Promise<GoodsReceiptView> {
  const before = await getGoodsReceipt(ctx, id);
  const { confirm: _, dry_run = false, ...patch } = input;
  checkPatch(patch, before, GOODS_READ_ONLY);
  if (isOfReceipt(patch)) checkCorrection(ctx, before, patch);
  const old = await linesOfReceipt(ctx.db, ctx.actor.entity.id, id);
  const goods = patch.lines ? await nameGoods(ctx, patch.lines, old) : null;
  return changing(ctx, dry_run, (unit) => correct(unit, before, input, goods));
}

/** Whether a patch changes more than what the business calls the receipt. */
const isOfReceipt = ({ external_ids: _, ...patch }: Patch): boolean =>
  (['supplier_id', 'supplier', 'reference', 'received_on', 'notes', 'lines'] as const).some(
    (field) => patch[field] !== undefined,
  );

function checkCorrection({ actor }: ReadContext, before: GoodsReceiptView, patch: Patch): void {
  if (Date.parse(before.correctable_until) <= Date.now()) throw tooLate();
  if (patch.supplier !== undefined || patch.supplier_id !== undefined) checkSupplier(before.kind, patch);
  if (patch.received_on !== before.received_on) checkDay(patch.received_on, dateIn(actor.entity.timezone));
}

const tooLate = () =>
  new AppError('CONFLICT', `A receipt can be corrected within ${RECEIPT_HOURS} hours after it was filed.`, {
    reason: 'too_late',
    hours: RECEIPT_HOURS,
  });

/** The goods of each line, whose numbers are counted before anything is said of them. */
async function nameGoods(
  ctx: ReadContext,
  lines: readonly CorrectedLine[],
  present: readonly OldLine[],
): Promise<Goods[]> {
  const old = oldOf(lines, present);
  const found = (await findGoods(ctx, lines)).map((one, n) => {
    const had = old[n];
    return one ?? (had && goodsOfOld(had));
  });
  const named = lines.map((line, n) => {
    const goods = goodsOf(found[n]);
    return goods && line.batch_id ? batchNamed(goods, merged(line, old[n], goods)) : null;
  });
  await countNumbers(ctx.db, ctx.actor.entity.id, distinctBatches(named));
  return assertFound(found) as Goods[];
}

async function correct(
  ctx: WriteContext,
  before: GoodsReceiptView,
  input: Patch,
  goods: readonly Goods[] | null,
): Promise<GoodsReceiptView> {
  const { db, actor } = ctx;
  const receipt = await existing(lockGoodsReceipt(db, actor, before.id));
  const isCorrection = isOfReceipt(input);
  if (isCorrection) await correctReceipt(ctx, receipt, input, goods);
  await changeExternalIds(ctx, 'goods_receipt', [{ id: before.id, ids: input.external_ids }]);
  const after = await getGoodsReceipt(ctx, before.id);
  ctx.audit({
    action: 'goods.corrected',
    objectId: before.id,
    locationIds: [before.location_id],
    before,
    after,
  });
  if (isCorrection) announce(ctx, after);
  return after;
}

async function correctReceipt(
  ctx: WriteContext,
  receipt: LockedReceipt,
  input: Patch,
  goods: readonly Goods[] | null,
): Promise<void> {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  if (!receipt.correctable) throw tooLate();
  const reference = input.reference === undefined ? receipt.reference : input.reference || null;
  const sent = input.lines && goods ? await readCorrected(ctx, receipt, input.lines, goods) : null;
  const names = sent ? namesOfTags(sent.lines.map(({ line }) => line)) : [];
  if (reference) names.push(`reference ${reference.toLowerCase()}`);
  await lockNames(db, me, names.sort());
  const given = input.supplier !== undefined || input.supplier_id !== undefined;
  const { expiredOn, ...supplier } = given ? await supplierOf(ctx, input) : supplierOfReceipt(receipt);
  const isNewReference = given || reference !== receipt.reference;
  const whole = {
    supplier,
    reference: isNewReference ? reference : null,
    confirm: input.confirm ?? [],
    except: receipt.id,
  };
  const notices = sent
    ? await correctLines(ctx, receipt, { ...sent, whole, expiredOn, isDry: input.dry_run === true })
    : receipt.notices;
  if (!sent) await assertConfirmed(ctx, whole, []);
  await db
    .update(goodsReceipts)
    .set({
      ...supplier,
      reference,
      notices,
      correctedAt: sql`now()`,
      ...(input.received_on !== undefined && { receivedOn: input.received_on }),
      ...(input.notes !== undefined && { notes: input.notes || null }),
    })
    .where(eq(goodsReceipts.id, receipt.id));
  if (sent) await addUp(db, receipt.id);
  await checkPace(
    db,
    { subject: `goods-corrections:${me}`, limit: CORRECTIONS_PER_HOUR },
    `Your business has corrected goods receipts ${CORRECTIONS_PER_HOUR} times within an hour. Try again later.`,
  );
}

const supplierOfReceipt = (receipt: LockedReceipt): Supplier => ({
  supplierId: receipt.supplier_id,
  sellerId: receipt.seller_id,
  supplierName: receipt.supplier_name,
  supplierLicense: receipt.supplier_license,
  supplierState: receipt.supplier_state,
  expiredOn:
    receipt.notices.find(({ path, code }) => path === 'supplier_id' && code === 'license_expired')?.value ??
    null,
});

/** Lines as they were and as they shall be. */
interface Sent {
  old: readonly OldLine[];
  lines: readonly Corrected[];
  place: Awaited<ReturnType<typeof receivingPlace>>[number];
}

async function readCorrected(
  ctx: WriteContext,
  receipt: LockedReceipt,
  lines: readonly CorrectedLine[],
  goods: readonly Goods[],
): Promise<Sent> {
  const me = ctx.actor.entity.id;
  const place = await existing(receivingPlace(ctx.db, me, receipt.location_id));
  const old = await linesOfReceipt(ctx.db, me, receipt.id);
  const oldLines = oldOf(lines, old);
  const read = await readLines(
    ctx,
    lines.map((line, n) => ({
      goods: goods[n] as Goods,
      line: merged(line, oldLines[n], goods[n] as Goods),
    })),
  );
  const corrected = read.map((line, n) => ({ line, old: oldLines[n] ?? null }));
  const placed = corrected.map((one) => ({ ...one, line: { ...one.line, roomType: roomOf(one) } }));
  checkLines(
    receipt.kind,
    placed.map(({ line }) => line),
    place.room,
  );
  return { old, lines: placed, place };
}

type Judged = Sent & {
  whole: Parameters<typeof assertConfirmed>[1];
  expiredOn: string | null;
  isDry: boolean;
};

/** Moves units from what the lines were to what they are. @returns the notices of the receipt */
async function correctLines(ctx: WriteContext, receipt: LockedReceipt, judged: Judged) {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  const { old, lines, place, whole, expiredOn, isDry } = judged;
  const { staying, arriving } = await sortLines(ctx, receipt, judged);
  const grown = staying.filter(({ line, old: had }) => line.quantity > (had?.quantity ?? 0));
  await assertConfirmed(ctx, whole, [
    ...grown.map(({ lotLine }) => ({ ...lotLine, packageTag: null })),
    ...arriving.map(({ lotLine }) => lotLine),
  ]);
  if (!(await holdLocation(db, me, receipt.location_id))) throw notFound();
  const received: Received = {
    id: receipt.id,
    entityId: me,
    locationId: receipt.location_id,
    number: receipt.number,
  };
  const rowOf = await openPlaces(
    ctx,
    received,
    arriving.map(({ lotLine }) => lotLine),
    place.room,
  );
  const changes = changesOf(old, staying, arriving, rowOf);
  await settle(ctx, received, changes);
  await storeLines(ctx, receipt.id, lines, { staying, arriving, rowOf });
  const all = [...staying, ...arriving].map(({ lotLine }) => lotLine).sort((a, b) => a.index - b.index);
  return [...placeNotices(place, expiredOn, dateIn(actor.entity.timezone)), ...noticesOf(all, isDry)];
}

/** A corrected line with its lot. */
type Placed = Corrected & { lotLine: LotLine };

/**
 * Which lines stay where they are, and which come again, in packages that are opened for them. Tags that no line has any more are given
 * back first. A line that stays and grows, but whose units can't be sold now, moves to quarantine as a whole.
 */
async function sortLines(
  ctx: WriteContext,
  receipt: LockedReceipt,
  { old, lines }: Sent,
): Promise<{ staying: Placed[]; arriving: Placed[] }> {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  const stay = lines.filter(staysAt);
  const come = lines.filter((one) => !staysAt(one));
  const kept = new Set(stay.flatMap(({ old: had }) => had?.lot_id ?? []));
  const left = old.flatMap(({ lot_id }) => (lot_id && !kept.has(lot_id) ? lot_id : []));
  if (left.length > 0) await giveTagsBack(db, { entityId: me, type: 'goods_receipt', id: receipt.id }, left);
  const opened = await openPackages(
    ctx,
    come.map(({ line }) => line),
  );
  const arriving = come.map((one, n): Placed => ({ ...one, lotLine: opened[n] as LotLine }));
  const lotIds = [...kept].sort();
  if (lotIds.length > 0) await lockBatchesOfLots(db, lotIds);
  const states = new Map((await lotStates(db, me, lotIds)).map((state) => [state.lot_id, state]));
  const placed = stay.map((one): Placed => {
    const lotId = one.old?.lot_id ?? null;
    return { ...one, lotLine: { ...one.line, lotId, state: states.get(lotId ?? '') ?? null, isRead: true } };
  });
  const hasToMove = ({ line, old: had, lotLine }: Placed) =>
    had !== null && line.quantity > had.quantity && had.room_type !== 'quarantine' && isBlocked(lotLine);
  return {
    staying: placed.filter((one) => !hasToMove(one)),
    arriving: [...arriving, ...placed.filter(hasToMove)],
  };
}

function changesOf(
  old: readonly OldLine[],
  staying: readonly Placed[],
  arriving: readonly Placed[],
  rowOf: ReadonlyMap<number, string>,
): Change[] {
  const stateOf = ({ line_id, quantity, unit_cost_cents }: OldLine) => ({
    lineId: line_id,
    quantity,
    costCents: unit_cost_cents,
  });
  const nowOf = ({ line }: Placed) => ({
    index: line.index,
    quantity: line.quantity,
    costCents: line.unitCostCents,
  });
  const kept = new Map(staying.map((one) => [one.old?.line_id, one]));
  return [
    ...old.map((had): Change => {
      const stays = kept.get(had.line_id);
      return { old: stateOf(had), now: stays ? nowOf(stays) : null, itemId: had.item_id, lotId: had.lot_id };
    }),
    ...arriving.map((one): Change => {
      const itemId = rowOf.get(one.line.index) ?? '';
      return { old: null, now: nowOf(one), itemId, lotId: one.lotLine.lotId };
    }),
  ];
}

/** Moves units and worth under the receipt's source. @throws AppError CONFLICT `units_gone` or `cannot_receive` */
async function settle(ctx: WriteContext, received: Received, changes: readonly Change[]): Promise<void> {
  const { db } = ctx;
  const itemIds = [...new Set(changes.map(({ itemId }) => itemId))].sort();
  await lockRows(db, isAmong(sql`i.id`, itemIds));
  await lockLevels(db, itemIds);
  const held = await Held.read(db, itemIds);
  assertPresent(changes, held);
  const coming = changes.flatMap((change) =>
    change.now && deltaOf(change) > 0 ? [{ index: change.now.index, itemId: change.itemId }] : [],
  );
  const itemOf = ({ index }: { index: number }) => coming.find((one) => one.index === index)?.itemId ?? '';
  const full = held.overfull(changes);
  if (full.length > 0) throw fullRows(coming, itemOf, full);
  const revaluations = revaluationsOf(changes, held);
  if (revaluations.length > 0) await revalueItems(db, revaluations);
  const moves = movesOf(changes);
  if (moves.length === 0) return;
  await applyMoves(ctx, moves, { ...causeOf(received), locked: true }).catch((error) => {
    if (!isAppError(error) || error.code !== 'INSUFFICIENT_STOCK') throw error;
    const closed = error.details.inventory_ids as string[];
    if (coming.some(({ itemId }) => closed.includes(itemId))) throw fullRows(coming, itemOf, closed);
    throw unitsGone(
      changes.flatMap((change) =>
        change.old && closed.includes(change.itemId)
          ? { line_id: change.old.lineId, missing: -deltaOf(change) }
          : [],
      ),
    );
  });
}

async function storeLines(
  { db }: WriteContext,
  receiptId: string,
  lines: readonly Corrected[],
  {
    staying,
    arriving,
    rowOf,
  }: { staying: readonly Placed[]; arriving: readonly Placed[]; rowOf: ReadonlyMap<number, string> },
): Promise<void> {
  const rows = [...staying, ...arriving].map(({ line, old, lotLine }) => ({
    id: old?.line_id ?? newId(),
    receiptId,
    position: line.index,
    itemId: rowOf.get(line.index) ?? old?.item_id ?? '',
    lotId: lotLine.lotId,
    quantity: line.quantity,
    unitCostCents: line.unitCostCents,
  }));
  const kept = new Set(lines.flatMap(({ old }) => old?.line_id ?? []));
  const present = await db
    .select({ id: goodsReceiptLines.id })
    .from(goodsReceiptLines)
    .where(eq(goodsReceiptLines.receiptId, receiptId));
  const gone = present.flatMap(({ id }) => (kept.has(id) ? [] : id));
  if (gone.length > 0) await db.delete(goodsReceiptLines).where(inArray(goodsReceiptLines.id, gone));
  await db
    .insert(goodsReceiptLines)
    .values(rows)
    .onConflictDoUpdate({
      target: goodsReceiptLines.id,
      set: {
        position: sql`excluded.position`,
        itemId: sql`excluded.item_id`,
        lotId: sql`excluded.lot_id`,
        quantity: sql`excluded.quantity`,
        unitCostCents: sql`excluded.unit_cost_cents`,
      },
    });
}
