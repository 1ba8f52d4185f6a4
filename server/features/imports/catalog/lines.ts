import { type AppError, isAppError } from '../../../kernel/errors';
import { toDollars } from '../../../kernel/money';
import type { AuditEntry, WriteContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import type { ExternalId } from '../../entities/external-ids/schema';
import { addVariant, createProduct, updateProduct, updateVariant } from '../../products/service';
import {
  type AppliedLine,
  type CheckContext,
  type CheckedLine,
  emptyLine,
  FirstLines,
  fail,
  failEverywhere,
  lineErrorOf,
  type Values,
} from '../lines/line';
import { joinNotes, keptNote, sameNote, sourced } from '../migrations/keeping';
import type { OpenLine } from '../queries';
import { inTime } from '../running/apply-line';
import type { LeasedImport } from '../running/leased-import';
import type { CatalogEntry } from './entry';
import { ProductEvents } from './events';
import { noteImported } from './imported-products.sql';
import { openMigrated, withoutKept } from './migrated';
import { fixedIn, merged, openCatalog, type Plan, planOf, productKey } from './plan';
import type { ReadEntry } from './read';

/** Checks lines with one variant each, identified by SKU; lines with the same name and brand share a product. */
export function openCatalogCheck({ actor, leased: { migration } }: CheckContext) {
  const skus = new FirstLines();
  /** Products that an earlier line creates. */
  const coming = new Set<string>();
  return async (db: Db, lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadEntry[];
    const known = await openCatalog(
      db,
      actor.entity.id,
      read.flatMap(({ entries }) => entries),
    );
    const before = migration ? await openMigrated(db, migration, read) : null;
    const check = (one: ReadEntry): CheckedLine => {
      const { line, errors, sku, productName, note, entries, source } = one;
      const checked: CheckedLine = { ...emptyLine(line), sku, productName, note, errors };
      if (entries.length === 0) return checked;
      if (source?.isParent) return { ...checked, outcome: errors.length > 0 ? 'error' : 'unchanged' };
      const [only] = entries as [CatalogEntry];
      const moved = before?.(one, only, errors);
      if (moved?.note) return { ...checked, outcome: 'unchanged', note: moved.note };
      for (const entry of entries) {
        const earlier = skus.earlier(entry.sku, line);
        if (earlier === undefined) continue;
        if (migration) return sameAs(checked, earlier, source?.id, entry);
        fail(errors, '', 'duplicate', `repeats the SKU of line ${earlier}`);
      }
      const plans = entries.map((entry) => planOf(entry, known, moved?.item?.imported));
      for (const [at, plan] of plans.entries()) requireOfNew(one, entries[at] as CatalogEntry, plan, coming);
      for (const plan of plans) if (plan.outcome === 'update') failEverywhere(errors, actor, fixedIn(plan));
      if (errors.length > 0) return checked;
      for (const [at, { outcome }] of plans.entries()) {
        if (outcome === 'create') coming.add(productKey(entries[at] as CatalogEntry));
      }
      const plan = merged(entries, plans);
      if (!migration) return { ...checked, ...plan, data: entries.length === 1 ? only : entries };
      const { kept = [], taken = {} } = plans[0] ?? {};
      const data = withoutKept(only, kept, moved?.name);
      return { ...checked, ...plan, data, imported: taken, note: joinNotes(note, keptNote(kept)) };
    };
    return read.map((one) => sourced(check(one), one.source));
  };
}

const sameAs = (
  checked: CheckedLine,
  line: number,
  id: string | undefined,
  { sku }: CatalogEntry,
): CheckedLine => ({
  ...checked,
  ...{ outcome: 'unchanged', note: sameNote(line, id), data: { sku, isSame: true } },
});

/** What a line must say of a variant or product that is new. */
function requireOfNew(
  { errors, hasPrice, hasCategory }: ReadEntry,
  entry: CatalogEntry,
  { outcome, productId }: Plan,
  coming: ReadonlySet<string>,
): void {
  if (outcome !== 'create') return;
  const isWeighed = entry.soldBy === 'weight' || (entry.unit ?? entry.step) !== undefined;
  for (const field of ['unit', 'step'] as const) {
    if (isWeighed && entry[field] === undefined)
      fail(errors, field, 'required', 'is missing for goods sold by weight');
  }
  if (!hasPrice) fail(errors, 'price', 'required', 'is missing for what is new');
  if (!hasCategory && !productId && !coming.has(productKey(entry))) {
    fail(errors, 'category', 'required', 'is missing for what is new');
  }
}

/** Applies lines sequentially through the service; an error rolls back only its own line. */
export async function applyCatalogLines(
  ctx: WriteContext,
  { id }: Pick<LeasedImport, 'id'>,
  lines: readonly OpenLine[],
): Promise<AppliedLine[]> {
  const events = new ProductEvents();
  const applied = await inTime(ctx.db, lines, (line) => applyLine(ctx, line, events));
  await noteImported(ctx.db, id, events.products());
  return applied;
}

async function applyLine(
  ctx: WriteContext,
  { line, before, after, note, data }: OpenLine,
  events: ProductEvents,
): Promise<AppliedLine> {
  if (data === null || (data as { isSame?: true }).isSame) {
    return { line, outcome: 'unchanged', before: null, after: null, note, errors: [] };
  }
  const entries = Array.isArray(data) ? (data as CatalogEntry[]) : [data as CatalogEntry];
  const rows: AuditEntry[] = [];
  const emitted = new ProductEvents();
  try {
    const plans = await ctx.db.transaction(async (tx) => {
      const unit = { ...ctx, db: tx, audit: (row: AuditEntry) => rows.push(row), emit: emitted.emit };
      const done: Plan[] = [];
      for (const entry of entries) done.push(await writeEntry(unit, entry));
      return done;
    });
    for (const row of rows) ctx.audit(row);
    events.take(emitted);
    return { line, ...shownOf(merged(entries, plans)), note, errors: [] };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const shown = { before: before as Values | null, after: after as Values | null };
    return { line, outcome: 'error', ...shown, note, errors: [lineErrorOf(error as AppError)] };
  }
}

const shownOf = ({ outcome, before, after }: Pick<Plan, 'outcome' | 'before' | 'after'>) => ({
  ...{ outcome, before, after },
});

const idsOf = ({ system, value }: ExternalId) => ({ [system]: value });

async function writeEntry(ctx: WriteContext, entry: CatalogEntry): Promise<Plan> {
  const plan = planOf(entry, await openCatalog(ctx.db, ctx.actor.entity.id, [entry]));
  if (plan.outcome === 'create') {
    const variant = {
      name: entry.variantName ?? 'Default',
      sku: entry.sku,
      price: toDollars(entry.priceCents ?? 0),
      ...(entry.wholesaleCents === undefined ? {} : { wholesale_price: toDollars(entry.wholesaleCents) }),
      ...(entry.caseSize === undefined ? {} : { case_size: entry.caseSize }),
      ...(entry.soldBy && { sold_by: entry.soldBy }),
      ...(entry.unit && { unit: entry.unit }),
      ...(entry.step && { step: entry.step }),
      ...(entry.weight && entry.weightUnit && { weight: entry.weight, weight_unit: entry.weightUnit }),
      ...(entry.externalId && { external_ids: idsOf(entry.externalId) }),
    };
    if (plan.productId !== null) await addVariant(ctx, { id: plan.productId, ...variant });
    else {
      await createProduct(ctx, {
        name: entry.name,
        category: entry.category ?? 'accessories',
        brand: entry.brand ?? null,
        subcategory: entry.subcategory ?? null,
        description: entry.description ?? null,
        thc_percentage: entry.thc ?? null,
        cbd_percentage: entry.cbd ?? null,
        ...(entry.visibility && { visibility: entry.visibility }),
        ...(entry.active !== undefined && { active: entry.active }),
        variants: [variant],
      });
    }
    return plan;
  }
  const { productId, variantId, product, variant } = plan;
  if (productId !== null && Object.keys(product).length > 0) {
    const { active, ...fields } = product;
    const shown = active === undefined ? {} : { active: active === 'true' };
    await updateProduct(ctx, { id: productId, ...(fields as object), ...shown });
  }
  if (productId !== null && variantId !== null && Object.keys(variant).length > 0) {
    const { variant_name, external_id, ...prices } = variant;
    const renamed = variant_name ? { name: String(variant_name) } : {};
    const named = external_id && entry.externalId ? { external_ids: idsOf(entry.externalId) } : {};
    await updateVariant(ctx, {
      ...{ id: productId, variant_id: variantId, ...renamed, ...named },
      ...(prices as object),
    });
  }
  return plan;
}
