// Other features import this file.
import { stepsIn } from '../../../kernel/amounts';
import { numberKey } from '../../../kernel/batch-number';
import { type FieldError, invalidRequest } from '../../../kernel/errors';
import { toCents } from '../../../kernel/money';
import type { WriteContext } from '../../../operation/context';
import { RetryTransaction } from '../../../operation/unit-of-work';
import type { NamedBatch } from '../../lots/several';
import { MAX_QUANTITY, type RoomType } from '../schema';
import type { Goods } from './goods';
import { lockGoods } from './goods.sql';
import type { GoodsKind, NewGoodsLine } from './schema';

/** What a line says of its goods, in steps and cents. */
export interface GoodsLine {
  /** Its place in the request. */
  index: number;
  goods: Goods;
  quantity: number;
  unitCostCents: number | null;
  /** Null for units without a lot. */
  batch: NamedBatch | null;
  packageTag: string | null;
  /** Null for the location's receiving room. */
  roomType: RoomType | null;
  /** The certificate of the batch, where one came. */
  coa: SentLine['coa'];
  confirm: readonly string[];
}

/** A line of a request, whose goods were found. */
export type SentLine = Omit<NewGoodsLine, 'sku' | 'variant_id' | 'scan'>;

/** The batch that a line names. */
export function batchNamed(goods: Pick<Goods, 'product_id'>, line: SentLine): NamedBatch | null {
  const { batch_id, harvested_on, packaged_on, expires_on, test_status } = line;
  if (batch_id === undefined) return null;
  return { product_id: goods.product_id, batch_id, harvested_on, packaged_on, expires_on, test_status };
}

/** The same for every spelling of a batch of a product. */
export const batchKey = ({ product_id, batch_id }: NamedBatch) => `${product_id}/${numberKey(batch_id)}`;

/** Each batch once, with what its first line says of it. */
export const distinctBatches = (batches: ReadonlyArray<NamedBatch | null>): NamedBatch[] => [
  ...new Map(
    batches
      .flatMap((batch) => batch ?? [])
      .toReversed()
      .map((batch) => [batchKey(batch), batch]),
  ).values(),
];

/**
 * Reads lines whose goods were found, which stay as they are until the transaction ends.
 * @throws AppError INVALID_REQUEST for amounts between two steps, RetryTransaction
 */
export async function readLines(
  { db }: WriteContext,
  sent: ReadonlyArray<{ goods: Goods; line: SentLine }>,
): Promise<GoodsLine[]> {
  const ids = [...new Set(sent.map(({ goods }) => goods.variant_id))];
  const steps = new Map((await lockGoods(db, ids)).map(({ id, step }) => [id, step]));
  return sent.map(({ goods, line }, index) => {
    const step = steps.get(goods.variant_id);
    if (step === undefined) throw new RetryTransaction('a variant is gone');
    const stated = { step, path: `lines[${index}].`, most: MAX_QUANTITY };
    return {
      index,
      goods: { ...goods, step },
      quantity: stepsIn(line, 'quantity', stated) ?? 0,
      unitCostCents: line.unit_cost === undefined ? null : toCents(line.unit_cost),
      batch: batchNamed(goods, line),
      packageTag: line.package_tag ?? null,
      roomType: line.room_type ?? null,
      coa: line.coa,
      confirm: line.confirm ?? [],
    };
  });
}

/**
 * @param room in which lines go that name none
 * @throws AppError INVALID_REQUEST with `duplicate` for the same goods, batch, tag and room twice; and for what is no harvest
 */
export function checkLines(kind: GoodsKind, lines: readonly GoodsLine[], room: RoomType): void {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const { index, goods, batch, packageTag, roomType } of lines) {
    const path = `lines[${index}]`;
    const key = [goods.variant_id, batch && batchKey(batch), packageTag, roomType ?? room].join('\n');
    if (seen.has(key)) errors.push({ path, code: 'duplicate', message: 'is in an earlier line' });
    seen.add(key);
    if (kind !== 'harvest') continue;
    if (!(goods.own && goods.category === 'flower' && goods.unit !== null)) {
      const message = 'must be flower of your own that is sold by weight';
      errors.push({ path: `${path}.sku`, code: 'unknown_value', message });
    }
    if (!batch) errors.push({ path: `${path}.batch_id`, code: 'required', message: 'is required' });
    else if (!batch.harvested_on)
      errors.push({ path: `${path}.harvested_on`, code: 'required', message: 'is required' });
  }
  if (errors.length > 0) throw invalidRequest(errors);
}
