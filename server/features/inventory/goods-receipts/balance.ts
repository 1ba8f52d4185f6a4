import { AppError } from '../../../kernel/errors';
import type { Db } from '../../../platform/db/client';
import type { Move } from '../ledger/ledger';
import { MAX_QUANTITY } from '../schema';
import { type Revaluation, unitsHeld } from './correct.sql';

/** What a correction does at one place: units of a lot, or without one, in a row of stock. */
export interface Change {
  /** The line as it was; null for one that is new there. */
  old: { lineId: string; quantity: number; costCents: number | null } | null;
  /** The line as it is now, by its place in the request; null for one that leaves. */
  now: { index: number; quantity: number; costCents: number | null } | null;
  itemId: string;
  lotId: string | null;
}

export const deltaOf = ({ old, now }: Change): number => (now?.quantity ?? 0) - (old?.quantity ?? 0);

/** What is in rows of stock whose locks are held. */
export class Held {
  private constructor(
    private readonly units: ReadonlyMap<string, { quantity: number; available: number }>,
    private readonly rows: ReadonlyMap<string, number>,
  ) {}

  static async read(db: Db, itemIds: readonly string[]): Promise<Held> {
    const units = new Map<string, { quantity: number; available: number }>();
    const rows = new Map<string, number>();
    for (const { item_id, lot_id, quantity, available } of await unitsHeld(db, itemIds)) {
      units.set(`${item_id}/${lot_id}`, { quantity, available });
      rows.set(item_id, (rows.get(item_id) ?? 0) + quantity);
    }
    return new Held(units, rows);
  }

  at({ itemId, lotId }: Pick<Change, 'itemId' | 'lotId'>) {
    return this.units.get(`${itemId}/${lotId}`) ?? { quantity: 0, available: 0 };
  }

  /** Rows that would have more than any can hold. */
  overfull(changes: readonly Change[]): string[] {
    const sums = new Map(this.rows);
    for (const change of changes) sums.set(change.itemId, (sums.get(change.itemId) ?? 0) + deltaOf(change));
    return [...sums].flatMap(([id, sum]) => (sum > MAX_QUANTITY ? id : []));
  }
}

/**
 * Units that leave have to be where they arrived, in their lot, and unreserved.
 * @throws AppError CONFLICT with `details.reason = "units_gone"` and what is missing of each line
 */
export function assertPresent(changes: readonly Change[], held: Held): void {
  const left = new Map<string, number>();
  const lines: Array<{ line_id: string; missing: number }> = [];
  for (const change of changes) {
    const units = -deltaOf(change);
    if (units <= 0 || !change.old) continue;
    const key = `${change.itemId}/${change.lotId}`;
    const available = left.get(key) ?? held.at(change).available;
    if (units > available) lines.push({ line_id: change.old.lineId, missing: units - available });
    left.set(key, Math.max(0, available - units));
  }
  if (lines.length > 0) throw unitsGone(lines);
}

export const unitsGone = (lines: ReadonlyArray<{ line_id: string; missing: number }>) =>
  new AppError(
    'CONFLICT',
    'Some of these units are no longer where they arrived, or are reserved. Move them back first.',
    { reason: 'units_gone', lines },
  );

/** The moves of a correction, under the receipt's source. */
export const movesOf = (changes: readonly Change[]): Move[] =>
  changes.flatMap((change) => {
    const delta = deltaOf(change);
    if (delta === 0) return [];
    return { itemId: change.itemId, lotId: change.lotId, delta, reservedDelta: 0 };
  });

/** What rows are worth afterwards: what was shipped keeps its cost, so only units that are still there count (decision 942). */
export function revaluationsOf(changes: readonly Change[], held: Held): Revaluation[] {
  return changes.flatMap((change) => {
    const { old, now, itemId } = change;
    const delta = deltaOf(change);
    const costs = { costBefore: old?.costCents ?? null, costAfter: now?.costCents ?? null };
    if (delta === 0 && costs.costBefore === costs.costAfter) return [];
    const { quantity } = held.at(change);
    const before = Math.min(old?.quantity ?? 0, quantity);
    const after = Math.min(now?.quantity ?? 0, before + delta);
    return { itemId, delta, before, after, ...costs };
  });
}
