import type { WriteContext } from '../../../operation/context';
import { wantedAt } from '../../inventory/wanted/queries.sql';
import { writeLevels } from '../../inventory/wanted/service';
import {
  type AppliedLine,
  type CheckContext,
  type CheckedLine,
  emptyLine,
  FirstLines,
  fail,
  type LineKind,
  type Values,
} from '../lines/line';
import type { OpenLine } from '../queries';
import { applyEach } from '../running/apply-line';
import { VariantFinder } from '../stock/places';
import { seenVariants } from './lines.sql';
import type { ReadLevel } from './read';

/** What a location wants of a variant that was found, in steps. */
interface Level {
  variant_id: string;
  location_id: string;
  reorder_point: number | null;
  par: number | null;
}

export const LEVEL_LINES: LineKind = {
  openCheck: openLevelCheck,
  apply: applyEach(write),
};

/** Variants by id, and by SKU: in the location's stock, the own catalog, other locations' stock, else in suppliers' catalogs. */
async function openFinder(ctx: CheckContext, db: WriteContext['db'], read: readonly ReadLevel[]) {
  const skus = read.flatMap(({ sku }) => sku ?? []);
  const ids = read.flatMap(({ variantId }) => variantId ?? []);
  const stocked = await VariantFinder.open(db, ctx.actor.entity.id, skus);
  const seen = await seenVariants(db, ctx.actor, skus, ids);
  return ({ sku, variantId }: ReadLevel, locationId: string) => {
    if (variantId !== undefined) {
      const found = seen.find(({ variant_id }) => variant_id === variantId);
      return found && { variantId, productName: found.product_name };
    }
    const found = sku === undefined ? undefined : stocked.find(sku, locationId);
    if (found) return found;
    const [first, other] = seen.filter((one) => one.sku === sku);
    if (other) return 'ambiguous' as const;
    return first && { variantId: first.variant_id, productName: first.product_name };
  };
}

function openLevelCheck(ctx: CheckContext) {
  const places = new FirstLines();
  return async (db: WriteContext['db'], lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadLevel[];
    const find = await openFinder(ctx, db, read);
    const placed = read.map((one) => {
      const checked: CheckedLine = {
        ...emptyLine(one.line),
        sku: one.called,
        location: one.location?.name ?? null,
        errors: one.errors,
        ...(one.location && { locationId: one.location.id }),
      };
      const level = one.location && levelOf(one, checked, find(one, one.location.id), one.location.id);
      if (!level) return { checked };
      const earlier = places.earlier(`${level.location_id}/${level.variant_id}`, one.line);
      if (earlier !== undefined) fail(one.errors, '', 'duplicate', `repeats line ${earlier}`);
      return one.errors.length > 0 ? { checked } : { checked, level };
    });
    const levels = placed.flatMap(({ level }) => level ?? []);
    const present = new Map((await wantedAt(db, levels)).map((row) => [keyOf(row), row]));
    return placed.map(({ checked, level }) => {
      if (!level) return checked;
      const { reorder_point = null, par = null } = present.get(keyOf(level)) ?? {};
      const before = reorder_point === null && par === null ? null : { reorder_point, par };
      const isSame = reorder_point === level.reorder_point && par === level.par;
      const outcome = isSame ? 'unchanged' : before ? 'update' : 'create';
      return { ...checked, outcome, before, after: valuesOf(level), data: level };
    });
  };
}

const keyOf = ({ variant_id, location_id }: Pick<Level, 'variant_id' | 'location_id'>) =>
  `${location_id}/${variant_id}`;
const valuesOf = ({ reorder_point, par }: Level): Values => ({ reorder_point, par });

type Found = { variantId: string; productName: string } | 'ambiguous' | undefined;

function levelOf(one: ReadLevel, checked: CheckedLine, found: Found, locationId: string): Level | undefined {
  const field = one.variantId === undefined ? 'sku' : 'variant_id';
  if (found === 'ambiguous') {
    fail(one.errors, 'sku', 'ambiguous_sku', 'is of several products in your stock', one.sku);
    return undefined;
  }
  if (!found) {
    if (one.errors.length === 0) fail(one.errors, field, 'unknown_sku', 'not found', one.called ?? undefined);
    return undefined;
  }
  checked.productName = found.productName;
  const { reorder_point, par } = one;
  return { variant_id: found.variantId, location_id: locationId, reorder_point, par };
}

async function write(ctx: WriteContext, open: OpenLine): Promise<Omit<AppliedLine, 'line' | 'errors'>> {
  const level = open.data as Level;
  await writeLevels(ctx, [level]);
  const before = open.before as Values | null;
  return { outcome: before ? 'update' : 'create', before, after: valuesOf(level), note: null };
}
