import type { Db } from '../../../platform/db/client';
import type { AppliedLine } from '../lines/line';
import type { OpenLine } from '../queries';
import type { LeasedImport } from '../running/leased-import';
import { keepItems, type NewItem, variantsOfSkus } from './items.sql';
import type { MigrationKind } from './words';

/** Records what applied lines of a migration became, so that a later one finds it. */
export async function recordItems(
  db: Db,
  { migration, entityId, kind }: LeasedImport,
  lines: readonly OpenLine[],
  applied: readonly AppliedLine[],
): Promise<void> {
  if (!migration) return;
  const byLine = new Map(lines.map((line) => [line.line, line]));
  const skus = kind === 'products' ? await variantsOf(db, entityId, lines) : new Map<string, string>();
  const items = applied.flatMap(({ line, outcome, objectId, note, after }): NewItem[] => {
    const open = byLine.get(line);
    if (!open?.externalId || outcome === 'error') return [];
    const data = (open.data ?? {}) as { sku?: string };
    return [
      {
        source_id: open.externalId,
        object_id: objectId ?? skus.get(data.sku ?? '') ?? null,
        name: nameIn({ ...open.imported, ...(after ?? {}) }),
        imported: open.imported,
        stock_set: kind === 'inventory',
        deleted: note?.includes('deleted_here') ?? false,
      },
    ];
  });
  const once = [...new Map(items.map((item) => [item.source_id, item])).values()];
  if (once.length > 0) await keepItems(db, entityId, migration.system, kind as MigrationKind, once);
}

async function variantsOf(
  db: Db,
  entityId: string,
  lines: readonly OpenLine[],
): Promise<Map<string, string>> {
  const skus = lines.flatMap(({ data }) => (data as { sku?: string } | null)?.sku ?? []);
  return new Map((await variantsOfSkus(db, entityId, skus)).map((one) => [one.sku, one.variant_id]));
}

function nameIn(values: Record<string, unknown>): string | null {
  const name = values.name ?? values.batch_id ?? values.number ?? values.price_list;
  return typeof name === 'string' ? name.slice(0, 200).toWellFormed() : null;
}
