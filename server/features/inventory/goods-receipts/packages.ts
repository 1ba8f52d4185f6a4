import { AppError, type FieldError } from '../../../kernel/errors';
import type { WriteContext } from '../../../operation/context';
import { MANY, planForMany } from '../../../platform/db/plan.sql';
import { type NamedBatch, openBatches } from '../../lots/several';
import { openLots } from '../lots/open-lots';
import { distinctBatches, type GoodsLine } from './lines';
import { type LotState, lotStates, tagsInStock } from './packages.sql';

/** A line with the lot that its units go to; null for units without one. */
export interface LotLine extends GoodsLine {
  lotId: string | null;
  state: LotState | null;
  /** Whether the business read the batch before the receipt. */
  isRead: boolean;
}

const tagsOf = (lines: readonly GoodsLine[]) => [
  ...new Set(lines.flatMap(({ packageTag }) => packageTag ?? [])),
];

/** What a receipt takes for itself first, so that of several with one tag the others wait. */
export const namesOfTags = (lines: readonly GoodsLine[]) => tagsOf(lines).map((tag) => `tag ${tag}`);

/**
 * A package is in one place: its tag names units that are here already, or is of another batch or product (decision 942).
 * @throws AppError CONFLICT with `details.reason = "tag_taken"` and the lines
 */
function tagTaken(lines: readonly GoodsLine[]): AppError {
  const errors = lines.map(
    ({ index }): FieldError => ({
      path: `lines[${index}].package_tag`,
      code: 'tag_taken',
      message: 'has units in your stock, or is of another batch or product',
    }),
  );
  return new AppError('CONFLICT', 'Some packages are in your stock already. Check their tags.', {
    reason: 'tag_taken',
    errors: errors.slice(0, 50),
  });
}

/**
 * Finds or creates the batch and lot of each line; the batches stay locked, so that none is held or merged meanwhile. The tags'
 * names were locked before.
 * @throws AppError CONFLICT `tag_taken`, FORBIDDEN for a member who is limited to locations and would stop sales in others
 */
export async function openPackages(ctx: WriteContext, lines: readonly GoodsLine[]): Promise<LotLine[]> {
  const { db } = ctx;
  const me = ctx.actor.entity.id;
  if (lines.length > MANY) await planForMany(db);
  const tags = tagsOf(lines);
  const inStock = new Set(tags.length > 0 ? (await tagsInStock(db, me, tags)).map(({ tag }) => tag) : []);
  const present = lines.filter(({ packageTag }) => packageTag !== null && inStock.has(packageTag));
  if (present.length > 0) throw tagTaken(present);
  const inBatches = lines.flatMap((line) => (line.batch ? [{ line, batch: line.batch }] : []));
  if (inBatches.length === 0)
    return lines.map((line) => ({ ...line, lotId: null, state: null, isRead: false }));
  const read = await openBatches(ctx, distinctBatches(inBatches.map(({ batch }) => batch)));
  const opened = await openLots(
    ctx,
    inBatches.map(({ line, batch }) => lotNamed(line, batch)),
  );
  const taken = inBatches.filter((_, n) => opened[n] === 'tag_taken').map(({ line }) => line);
  if (taken.length > 0) throw tagTaken(taken);
  const lotOf = new Map(
    inBatches.map(({ line }, n) => {
      const lot = opened[n];
      if (typeof lot !== 'object') throw new Error(`A line has no lot: ${lot}`);
      return [line.index, lot.lotId];
    }),
  );
  const states = new Map(
    (await lotStates(db, me, [...lotOf.values()])).map((state) => [state.lot_id, state]),
  );
  return lines.map((line) => {
    const lotId = lotOf.get(line.index) ?? null;
    const state = states.get(lotId ?? '') ?? null;
    return { ...line, lotId, state, isRead: state !== null && read.has(state.batch) };
  });
}

const lotNamed = ({ goods, packageTag }: GoodsLine, { batch_id, expires_on }: NamedBatch) => ({
  variantId: goods.variant_id,
  itemId: null,
  lotId: null,
  batchId: batch_id,
  packageTag,
  expiresOn: expires_on ?? null,
});

/** Units that can't be sold, for whatever reason: they go to quarantine. */
export const isBlocked = ({ state }: Pick<LotLine, 'state'>): boolean =>
  state !== null && (state.held || state.recalled || state.expired || state.failed);
