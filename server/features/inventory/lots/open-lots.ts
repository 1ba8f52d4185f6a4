// Other features import this file.
import { numberKey } from '../../../kernel/batch-number';
import { isAppError } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { RetryTransaction } from '../../../operation/unit-of-work';
import type { Db } from '../../../platform/db/client';
import { announceCreated, type BatchContext, type OpenedBatch, openBatch } from '../../lots/service';
import { insertMissingLots } from '../../lots/service.sql';
import type { BlockReason } from '../allocation.sql';
import { type FoundLot, type LotName, lockBatches, lotsByName } from './open-lots.sql';

export type { FoundLot } from './open-lots.sql';

export interface OpenedLot {
  lotId: string;
  /** Of its batch, as it is under the lock. */
  expiresOn: string | null;
  blocked: BlockReason | null;
}

/** Why a name leads to no lot. */
export type LotFault = 'unknown_lot' | 'unknown_tag' | 'tag_taken' | 'unknown_product' | 'too_many_numbers';

/** What exists under each name, in order. Locks nothing. */
export async function findLots(db: Db, entityId: string, names: readonly LotName[]): Promise<FoundLot[]> {
  if (names.length === 0) return [];
  const found = await lotsByName(db, entityId, names);
  if (found.length !== names.length) throw new Error('A lot is named for a variant that does not exist');
  return [...found];
}

/** Why no lot can be made under a name; undefined when there is one, or it can. */
export function lotFault(name: LotName, found: FoundLot): LotFault | undefined {
  if (found.lot_id !== null) return undefined;
  if (name.lotId !== null) return 'unknown_lot';
  if (found.taken) return 'tag_taken';
  return name.batchId === null ? 'unknown_tag' : undefined;
}

/**
 * Finds the lots of a business by name and creates those that are missing, with their batches. The batches stay locked
 * `FOR SHARE`: rows of stock are locked after this.
 * @param names `expiresOn` is of a batch that is created; an existing one keeps its date, and a
 *   member who is limited to locations gives none that has passed, nor to a batch that takes holders' lots
 * @param run the file, count or sync, whose numbers of a product count once; each call is one by itself without it
 * @returns the lot of each name, or why there is none
 * @throws RetryTransaction when a batch was merged into another meanwhile
 */
export async function openLots(
  ctx: BatchContext,
  names: ReadonlyArray<LotName & { expiresOn: string | null }>,
  run: object = {},
): Promise<Array<OpenedLot | LotFault>> {
  const { db } = ctx;
  const entityId = ctx.actor.entity.id;
  const found = await findLots(db, entityId, names);
  const missing = names.flatMap((name, index) => {
    const row = found[index];
    return row?.lot_id === null && !lotFault(name, row) ? [{ name, index, row }] : [];
  });
  const { batchOf, beyond } = await openBatches(ctx, missing, countedIn(run));
  const batches = [
    ...found.flatMap(({ lot_id, batch }) => (lot_id && batch ? [batch] : [])),
    ...batchOf.values(),
  ];
  const locked = await lockThem({ db, entityId }, batches);
  if (batchOf.size > 0) await insertMissingLots(db, entityId, newLots(missing, batchOf));
  const made = await findLots(
    db,
    entityId,
    missing.map(({ name }) => name),
  );
  for (const [n, { index }] of missing.entries()) {
    const row = made[n];
    if (row) found[index] = row;
  }
  return names.map((name, index) => {
    const row = found[index];
    const batch = locked.get(row?.batch ?? '');
    if (!row?.lot_id) {
      if (row && beyond.has(row.product_id)) return 'too_many_numbers';
      return (row && lotFault(name, row)) ?? 'unknown_product';
    }
    if (!batch) throw new RetryTransaction('a lot of another batch was created meanwhile');
    return { lotId: row.lot_id, expiresOn: batch.expires_on, blocked: batch.blocked };
  });
}

type Missing = { name: LotName & { expiresOn: string | null }; index: number; row: FoundLot };
const batchKey = ({ name, row }: Pick<Missing, 'name' | 'row'>) =>
  `${row.product_id}/${name.batchId && numberKey(name.batchId)}`;

/** Products of which a run that is under way has counted a number. */
const countedByRun = new WeakMap<object, Set<string>>();
function countedIn(run: object): Set<string> {
  const counted = countedByRun.get(run) ?? new Set();
  countedByRun.set(run, counted);
  return counted;
}

/**
 * The batches of lots that are missing, by product and number; without those of products that the business can't see, and
 * of those of which it has tried too many numbers, `beyond`. All numbers of a product count once (decision 419).
 * @param counted products of which one was counted before; those that are counted are added
 */
async function openBatches(
  ctx: BatchContext,
  missing: readonly Missing[],
  counted: Set<string>,
): Promise<{ batchOf: Map<string, string>; beyond: Set<string> }> {
  const byKey = new Map(missing.toReversed().map((one) => [batchKey(one), one]));
  const batchOf = new Map<string, string>();
  const beyond = new Set<string>();
  const all: OpenedBatch[] = [];
  // In key order, so that two transactions that create the same ones don't deadlock.
  for (const [key, { name, row }] of [...byKey].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const productId = row.product_id;
    if (row.batch === null && beyond.has(productId)) continue;
    const open = (expires_on: string | null) =>
      openBatch(ctx, { product_id: productId, batch_id: name.batchId ?? '', expires_on }, counted);
    const opened =
      row.batch ??
      (await open(name.expiresOn)
        .catch((error) =>
          isAppError(error) && error.code === 'FORBIDDEN' ? open(null) : Promise.reject(error),
        )
        .then(
          (batch) => {
            all.push(batch);
            return batch.id;
          },
          (error) => {
            if (isAppError(error) && error.code === 'NOT_FOUND') return null;
            if (!isAppError(error) || error.code !== 'RATE_LIMITED') throw error;
            beyond.add(productId);
            return null;
          },
        ));
    if (opened !== null) batchOf.set(key, opened);
  }
  await announceCreated(ctx, all);
  return { batchOf, beyond };
}

async function lockThem({ db, entityId }: { db: Db; entityId: string }, batches: readonly string[]) {
  const ids = [...new Set(batches)];
  const rows = ids.length > 0 ? await lockBatches(db, entityId, ids) : [];
  if (rows.length < ids.length) throw new RetryTransaction('a batch was merged meanwhile');
  return new Map(rows.map((row) => [row.id, row]));
}

function newLots(missing: readonly Missing[], batchOf: ReadonlyMap<string, string>) {
  return missing
    .flatMap((one) => {
      const batch = batchOf.get(batchKey(one));
      const { variantId, packageTag } = one.name;
      return batch ? [{ batch, variantId, packageTag }] : [];
    })
    .sort((a, b) => (`${a.batch}/${a.packageTag}` < `${b.batch}/${b.packageTag}` ? -1 : 1))
    .map((row) => ({ id: newId(), ...row }));
}
