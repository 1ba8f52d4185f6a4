import { stepsIn } from '../../../kernel/amounts';
import { dateIn } from '../../../kernel/clock';
import { type FieldError, isAppError } from '../../../kernel/errors';
import { fieldErrors } from '../../../kernel/field-errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import { findGoods, type Goods, goodsOf } from '../../inventory/goods-receipts/goods';
import { batchKey, batchNamed, distinctBatches, type SentLine } from '../../inventory/goods-receipts/lines';
import { NewGoodsLine } from '../../inventory/goods-receipts/schema';
import { checkDay, judgeReceipt } from '../../inventory/goods-receipts/service';
import { MAX_QUANTITY } from '../../inventory/schema';
import { numbersBeyond } from '../../lots/several';
import { type CheckContext, type CheckedLine, emptyLine, FirstLines, fail, type Values } from '../lines/line';
import { LOT_ERRORS } from '../stock/lots';
import { ROUNDS } from './apply';
import { cellErrorOf, lineErrorsOf } from './errors';
import type { ReadGoods } from './read';
import { type GoodsData, type Place, ReceiptsOfFile, saidOf } from './receipts';

/** A line that may still be received. */
type Candidate = ReadGoods & { checked: CheckedLine; data: Omit<GoodsData, keyof Place>; key: string };

/** Thrown to roll back what was written to find out what is wrong. */
class Judged extends Error {}

/** Checks lines as their receipts would be, without keeping anything of them but the numbers that they try (decision 419). */
export function openGoodsCheck({ actor }: CheckContext) {
  const receipts = new ReceiptsOfFile();
  const [firsts, tags] = [new FirstLines(), new FirstLines()];
  const request = { id: newId(), address: '', userAgent: null, transport: 'job' as const };
  return async (db: WriteContext['db'], lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const ctx: WriteContext = { db, actor, request, emit: () => {}, audit: () => {} };
    const read = (lines as readonly ReadGoods[]).map((one) => ({ ...one, sent: lineOf(one) }));
    const found = await findGoods(
      ctx,
      read.map(({ sent }) => sent),
    );
    const candidates: Candidate[] = [];
    const checked = read.map((one, n): CheckedLine => {
      const { errors, sent, location, head } = one;
      const at = found[n];
      const goods = goodsOf(at);
      if (at && !goods) errors.push(cellErrorOf(at as FieldError, fieldOf((at as FieldError).path)));
      const line = { ...shown(one, goods), errors };
      checkCells(one, goods, dateIn(actor.entity.timezone));
      if (errors.length > 0 || !goods || !sent || !location) return line;
      const data = { goods, line: sent, head, locationId: location.id };
      candidates.push({ ...one, checked: line, data, key: ReceiptsOfFile.keyOf(head, location.id) });
      return line;
    });
    rejectRepeated(candidates, firsts, tags);
    await countTried(ctx, candidates);
    await judgeAll(ctx, candidates);
    for (const { checked: line, data, key } of candidates) {
      if (line.errors.length > 0) continue;
      Object.assign(line, {
        outcome: 'adjust',
        after: afterOf(data),
        data: { ...data, ...receipts.add(key) },
      });
    }
    return checked;
  };
}

const fieldOf = (path: string) => path.split('.')[1] ?? '';

/** The line as a request would have it; undefined where a cell is wrong. */
function lineOf({ goods, errors }: ReadGoods): NewGoodsLine | undefined {
  if (errors.length > 0) return undefined;
  const sent = Object.fromEntries(Object.entries(goods).filter(([, value]) => value !== undefined));
  const { data, error } = NewGoodsLine.safeParse(sent);
  for (const one of fieldErrors(error?.issues ?? [], sent)) errors.push(cellErrorOf(one, one.path));
  return data;
}

function shown({ line, called, location, goods }: ReadGoods, found: Goods | undefined): CheckedLine {
  return {
    ...emptyLine(line),
    sku: called,
    productName: found?.product_name ?? null,
    location: location?.name ?? null,
    roomType: (goods.room_type as string | undefined) ?? null,
    ...(location && { locationId: location.id }),
  };
}

/** What a line says that only its goods and the day tell to be wrong. */
function checkCells(
  { errors, sent, head }: ReadGoods & { sent?: SentLine | undefined },
  goods: Goods | undefined,
  today: string,
): void {
  const tried = (check: () => void) => {
    try {
      check();
    } catch (error) {
      if (!isAppError(error)) throw error;
      for (const one of (error.details.errors ?? []) as FieldError[]) errors.push(cellErrorOf(one, one.path));
    }
  };
  tried(() => checkDay(head.received_on, today));
  if (sent && goods) tried(() => stepsIn(sent, 'quantity', { step: goods.step, most: MAX_QUANTITY }));
}

/** The same goods, batch, tag and room twice, and a tag of two packages, wherever in the file they are. */
function rejectRepeated(candidates: readonly Candidate[], firsts: FirstLines, tags: FirstLines): void {
  for (const { line, data, key, checked } of candidates) {
    const { goods, line: sent } = data;
    const batch = batchNamed(goods, sent);
    const what = [key, goods.variant_id, batch && batchKey(batch), sent.package_tag].join('\n');
    const again = firsts.earlier([what, sent.room_type].join('\n'), line);
    if (again !== undefined) fail(checked.errors, '', 'duplicate', `repeats line ${again}`);
    if (sent.package_tag === undefined) continue;
    const earlier = tags.earlier(sent.package_tag, line);
    if (earlier === undefined || again !== undefined) continue;
    const isSame = firsts.earlier(`package ${what}`, line) !== undefined;
    if (!isSame) fail(checked.errors, 'package_tag', 'tag_taken', `is another package on line ${earlier}`);
  }
}

/** Numbers of others' products count one by one, as those of a receipt. */
async function countTried({ db, actor }: WriteContext, candidates: readonly Candidate[]): Promise<void> {
  const open = candidates.filter(({ checked }) => checked.errors.length === 0);
  const named = open.map(({ data }) => batchNamed(data.goods, data.line));
  const beyond = await numbersBeyond(db, actor.entity.id, distinctBatches(named));
  for (const [n, { checked, data }] of open.entries()) {
    if (named[n] && beyond.has(data.goods.product_id)) checked.errors.push(LOT_ERRORS.too_many_numbers);
  }
}

async function judgeAll(ctx: WriteContext, candidates: readonly Candidate[]): Promise<void> {
  const groups = new Map<string, Candidate[]>();
  for (const one of candidates) groups.set(one.key, [...(groups.get(one.key) ?? []), one]);
  for (const group of groups.values()) {
    for (let round = 0; round < ROUNDS; round++) {
      const open = group.filter(({ checked }) => checked.errors.length === 0);
      if (open.length === 0 || !(await judge(ctx, open))) break;
    }
  }
}

/** @returns whether lines got errors */
async function judge(ctx: WriteContext, group: readonly Candidate[]): Promise<boolean> {
  const lines = group.map(({ data }) => ({ ...data, receipt: 0, isRest: false }));
  try {
    await ctx.db.transaction(async (tx) => {
      const goods = lines.map((line) => line.goods);
      await judgeReceipt({ ...ctx, db: tx }, saidOf(lines), goods);
      throw new Judged();
    });
  } catch (error) {
    if (error instanceof Judged) return false;
    if (!isAppError(error)) throw error;
    for (const [index, errors] of lineErrorsOf(error, group.length))
      group[index]?.checked.errors.push(...errors);
  }
  return true;
}

const afterOf = ({ line, head }: Omit<GoodsData, keyof Place>): Values => ({
  ...(line.quantity !== undefined && { quantity: line.quantity }),
  ...(line.amount !== undefined && { amount: line.amount }),
  ...(line.unit_cost !== undefined && { unit_cost: line.unit_cost }),
  ...(line.batch_id !== undefined && { batch_id: line.batch_id }),
  ...(line.package_tag !== undefined && { package_tag: line.package_tag }),
  ...(line.expires_on !== undefined && { expires_on: line.expires_on }),
  supplier: head.supplier.name,
  ...(head.reference !== undefined && { reference: head.reference }),
});
