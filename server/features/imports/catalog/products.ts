import type { WriteContext } from '../../../operation/context';
import type { LineError } from '../lines/codes';
import {
  type AppliedLine,
  type CheckContext,
  type CheckedLine,
  emptyLine,
  type LineKind,
} from '../lines/line';
import { isListing, type ReadListingLine } from '../lines/readers';
import { type MappedProduct, previewListing, writeListing } from '../listing/service';
import type { OpenLine } from '../queries';
import type { LeasedImport } from '../running/leased-import';
import { applyCatalogLines, openCatalogCheck } from './lines';

export const PRODUCT_LINES: LineKind = {
  openCheck: (ctx) => (isListing(ctx.leased) ? openListingCheck(ctx) : openCatalogCheck(ctx)),
  apply: (ctx, leased, lines) =>
    isListing(leased) ? applyListingLines(ctx, leased, lines) : applyCatalogLines(ctx, leased, lines),
};

const SKU_TAKEN: LineError = { field: 'sku', code: 'sku_taken', message: 'belongs to another product' };

function openListingCheck({ actor }: CheckContext) {
  return async (db: WriteContext['db'], lines: readonly unknown[]): Promise<CheckedLine[]> => {
    const read = lines as readonly ReadListingLine[];
    const rows = read.flatMap(({ line, result }) => (result.ok ? [{ line, product: result.product }] : []));
    const preview = await previewListing(db, actor.entity.id, rows);
    return read.map(({ line, result }): CheckedLine => {
      const empty = emptyLine(line);
      if (!result.ok) {
        const message = result.code === 'unreadable' ? result.reason : `was left out: ${result.reason}`;
        return { ...empty, errors: [{ field: '', code: result.code, message }] };
      }
      const { sku, name } = result.product;
      const known = { ...empty, sku, productName: name };
      const { outcome, before, after } = preview.get(line) ?? {
        outcome: 'sku_taken',
        before: null,
        after: null,
      };
      if (outcome === 'sku_taken') return { ...known, errors: [SKU_TAKEN] };
      const note = result.warnings.length > 0 ? `Taken with a warning: ${result.warnings.join('; ')}.` : null;
      return { ...known, outcome, before, after, note, data: result.product };
    });
  };
}

async function applyListingLines(
  ctx: WriteContext,
  leased: LeasedImport,
  lines: readonly OpenLine[],
): Promise<AppliedLine[]> {
  const rows = lines.map(({ line, data }) => ({ line, product: data as MappedProduct }));
  const preview = await previewListing(ctx.db, leased.entityId, rows);
  const run = {
    id: leased.id,
    actor: ctx.actor,
    source: leased.fileName,
    request: ctx.request,
  };
  await writeListing(ctx.db, run, rows);
  return lines.map(({ line, note }): AppliedLine => {
    const { outcome, before, after } = preview.get(line) ?? {
      outcome: 'sku_taken',
      before: null,
      after: null,
    };
    return outcome === 'sku_taken'
      ? { line, outcome: 'error', before, after, note, errors: [SKU_TAKEN] }
      : { line, outcome, before, after, note, errors: [] };
  });
}
