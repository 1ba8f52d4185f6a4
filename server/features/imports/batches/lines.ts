import { numberKey } from '../../../kernel/batch-number';
import { invalidRequest } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { changeExternalIds } from '../../entities/external-ids/service';
import { findOrCreateBatch, updateBatch } from '../../lots/service';
import {
  type CheckContext,
  type CheckedLine,
  emptyLine,
  FirstLines,
  failEverywhere,
  type LineKind,
  type Values,
} from '../lines/line';
import type { SoldVariant } from '../migrations/items.sql';
import { itemsOf, joinNotes, keepLocal, keptNote, sameNote, sourced } from '../migrations/keeping';
import { openProducts, productOf } from '../migrations/references';
import type { OpenLine } from '../queries';
import { applyEach } from '../running/apply-line';
import { batchesKnown, type KnownBatch } from './known.sql';
import type { BatchEntry, ReadBatch } from './read';

/** What is written of a line. */
interface Found {
  productId: string;
  batchId: string;
  /** Dates and test result to set. */
  taken: Values;
  ids: Record<string, string> | undefined;
  /** The batch that the source's id led to before. */
  known: string | null;
}

export const BATCH_LINES: LineKind = { openCheck: openBatchCheck, apply: applyEach(write) };

function openBatchCheck({ actor, leased: { migration } }: CheckContext) {
  const numbers = new FirstLines();
  return async (db: Db, lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadBatch[];
    const entries = read.flatMap(({ entry }) => entry ?? []);
    const led = await openProducts(db, actor.entity.id, migration, entries.map(refOf));
    const items = await itemsOf(db, migration, 'batches', read);
    const named = entries.flatMap((entry) => {
      const product = led(refOf(entry));
      if (typeof product !== 'object') return [];
      return [{ product_id: product.found.product_id, number_key: numberKey(entry.batch_id) }];
    });
    const ids = [...items.values()].flatMap(({ object_id }) => object_id ?? []);
    const known = await batchesKnown(db, actor.entity.id, ids, named);
    return read.map(({ line, errors, sku, note, entry, source }) => {
      const checked: CheckedLine = { ...emptyLine(line), sku, note, errors };
      if (!entry) return sourced(checked, source);
      const to = led(refOf(entry));
      const product = productOf(errors, to, refOf(entry));
      const key = `${product?.product_id ?? entry.product_id ?? entry.sku}/${numberKey(entry.batch_id)}`;
      const earlier = numbers.earlier(key, line);
      failEverywhere(errors, actor, ['expires_on']);
      if (errors.length > 0) return sourced(checked, source);
      if (earlier !== undefined) {
        return sourced({ ...checked, outcome: 'unchanged', note: sameNote(earlier, source?.id) }, source);
      }
      const given = givenOf(entry);
      if (!product) return sourced({ ...checked, outcome: 'create', after: given, imported: given }, source);
      const item = items.get(source?.id ?? '');
      const present = presentOf(entry, product, known, item?.object_id ?? null);
      return sourced(
        { ...checked, productName: product.product_name, ...planOf(entry, product, present, item?.imported) },
        source,
      );
    });
  };
}

const refOf = ({ sku, product_id: productId }: BatchEntry) => ({ sku, productId });

const givenOf = ({ batch_id, harvested_on, packaged_on, expires_on, test_status }: BatchEntry): Values =>
  Object.fromEntries(
    Object.entries({ batch_id, harvested_on, packaged_on, expires_on, test_status }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Values;

const presentOf = (
  { batch_id }: BatchEntry,
  { product_id }: SoldVariant,
  known: readonly KnownBatch[],
  objectId: string | null,
) =>
  known.find(({ id }) => id === objectId) ??
  known.find((one) => one.product_id === product_id && one.number_key === numberKey(batch_id));

function planOf(
  entry: BatchEntry,
  product: SoldVariant,
  present: KnownBatch | undefined,
  imported: Parameters<typeof keepLocal>[2],
): Partial<CheckedLine> {
  const given = givenOf(entry);
  const ids = entry.external_id && { [entry.external_id.system]: entry.external_id.value };
  const data: Found = {
    ...{ productId: product.product_id, batchId: entry.batch_id, ids, known: present?.id ?? null },
    taken: given,
  };
  if (!present) return { outcome: 'create', after: given, imported: given, data };
  const before: Values = { ...present };
  // A number that differs in its spelling is the same.
  const { batch_id: _, ...dates } = given;
  const { taken, kept } = keepLocal(dates, before, imported);
  const changed = Object.keys(taken).filter((name) => taken[name] !== before[name]);
  const pick = (from: Values): Values =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const plan = { imported: { ...taken, batch_id: entry.batch_id }, note: joinNotes(keptNote(kept)) };
  if (changed.length === 0) return { ...plan, outcome: 'unchanged', data: { ...data, taken: {} } };
  return {
    ...plan,
    outcome: 'update',
    before: pick(before),
    after: pick(taken),
    data: { ...data, taken: pick(taken) },
  };
}

async function write(ctx: WriteContext, { data, before, after, note, outcome }: OpenLine) {
  const shown = { before: before as Values | null, after: after as Values | null, note, outcome };
  if (data === null) return shown;
  const { productId, batchId, taken, ids, known } = data as Found;
  const { batch_id: _, ...dates } = taken;
  let id = known;
  if (id === null) {
    const opened = await findOrCreateBatch(ctx, { product_id: productId, batch_id: batchId, ...dates });
    id = opened.id;
    if (opened.created)
      ctx.audit({ action: 'batch.created', objectId: id, after: { batch_id: batchId, ...dates } });
  } else if (Object.keys(dates).length > 0) await updateBatch(ctx, { id, ...dates });
  if (id === null)
    throw invalidRequest([{ path: 'batch_id', code: 'not_found', message: 'is no longer known' }]);
  await changeExternalIds(ctx, 'batch', [{ id, ids }]);
  return { ...shown, objectId: id };
}
