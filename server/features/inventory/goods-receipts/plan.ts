import { type FieldError, invalidRequest } from '../../../kernel/errors';
import type { RoomType } from '../schema';
import type { OldLine } from './correct.sql';
import type { Goods } from './goods';
import { batchKey, batchNamed, type GoodsLine, type SentLine } from './lines';
import type { CorrectedLine } from './schema';

/** A line of a correction: what it says now, and the line that it corrects. */
export interface Corrected {
  line: GoodsLine;
  /** Null for a line that is new. */
  old: OldLine | null;
}

/** @throws AppError INVALID_REQUEST for a line of another receipt, and for one that is named twice */
export function oldOf(
  lines: readonly CorrectedLine[],
  present: readonly OldLine[],
): Array<OldLine | undefined> {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const byId = new Map(present.map((one) => [one.line_id, one]));
  const found = lines.map(({ line_id }, index) => {
    if (line_id === undefined) return undefined;
    const path = `lines[${index}].line_id`;
    const old = byId.get(line_id);
    if (!old) errors.push({ path, code: 'unknown_id', message: 'is no line of this receipt' });
    else if (seen.has(line_id)) errors.push({ path, code: 'duplicate', message: 'is in an earlier line' });
    seen.add(line_id);
    return old;
  });
  if (errors.length > 0) throw invalidRequest(errors);
  return found;
}

/** The goods of a line that names none: those it had. */
export const goodsOfOld = (old: OldLine): Goods => ({
  variant_id: old.variant_id,
  variant_name: old.variant_name,
  product_id: old.product_id,
  product_name: old.product_name,
  own: old.own,
  category: old.category,
  unit: old.unit,
  step: old.step,
});

/** What a line says once what it leaves out stays. Dates and test result stay with the batch. */
export function merged(line: CorrectedLine, old: OldLine | undefined, goods: Goods): SentLine {
  const { line_id: _, sku: _sku, variant_id: _variant, scan: _scan, ...sent } = line;
  const batch_id = sent.batch_id === undefined ? (old?.batch_id ?? undefined) : (sent.batch_id ?? undefined);
  const isMeasured = (sent.quantity ?? sent.amount) !== undefined;
  const unitCost = old?.unit_cost_cents ?? null;
  const stays = {
    unit_cost:
      sent.unit_cost === undefined && unitCost !== null ? unitCost / 100 : (sent.unit_cost ?? undefined),
    quantity: isMeasured ? sent.quantity : old?.quantity,
    batch_id,
    package_tag: tagOf(sent.package_tag, batch_id, old),
  };
  const said = { ...sent, ...stays };
  if (!old || !isSameBatch(said, old, goods)) return said;
  return {
    ...said,
    harvested_on: said.harvested_on ?? old.harvested_on ?? undefined,
    packaged_on: said.packaged_on ?? old.packaged_on ?? undefined,
    expires_on: said.expires_on ?? old.expires_on ?? undefined,
    test_status: said.test_status ?? old.test_status ?? undefined,
  };
}

/** Units without a batch have no tag. */
function tagOf(sent: string | null | undefined, batchId: string | undefined, old: OldLine | undefined) {
  if (batchId === undefined) return undefined;
  return sent === undefined ? (old?.package_tag ?? undefined) : (sent ?? undefined);
}

const keyOf = (batch: Parameters<typeof batchKey>[0] | null) => batch && batchKey(batch);

function isSameBatch(line: SentLine, old: OldLine, goods: Goods): boolean {
  const had = batchNamed(old, { batch_id: old.batch_id ?? undefined });
  return keyOf(batchNamed(goods, line)) === keyOf(had);
}

/** Whether the units of a line stay where they are, whatever their number: the same goods, batch, package and room. */
export function staysAt({ line, old }: Corrected): boolean {
  if (!old) return false;
  const had = batchNamed(old, { batch_id: old.batch_id ?? undefined });
  return (
    line.goods.variant_id === old.variant_id &&
    keyOf(line.batch) === keyOf(had) &&
    line.packageTag === old.package_tag &&
    (line.roomType === null || line.roomType === old.room_type)
  );
}

/** The room that a line has in the end: that of a line that stays, else what it says, or had before it was blocked. */
export function roomOf(corrected: Corrected): RoomType | null {
  const { line, old } = corrected;
  if (!old) return line.roomType;
  if (staysAt(corrected)) return old.room_type;
  return line.roomType ?? (old.room_type === 'quarantine' ? null : old.room_type);
}
