import type { Db } from '../../../platform/db/client';
import type { ImportField } from '../fields';
import type { LineError } from '../lines/codes';
import { fail } from '../lines/line';
import type { MigrationContext } from './context';
import {
  itemsAmong,
  linesReferred,
  type ReferredLine,
  type SoldVariant,
  variantsOfIds,
  variantsOfSkus,
} from './items.sql';

/** How a line names a product. */
export interface ProductRef {
  sku?: string | undefined;
  /** The source's id of it. */
  productId?: string | undefined;
}

/** What a reference leads to: what is there, what the migration brings before, or what it fails to. */
export type Led<T> = { found: T } | 'coming' | 'failed' | undefined;

/** The variants that lines refer to: by their ids in the source, else by SKU. */
export async function openProducts(
  db: Db,
  entityId: string,
  migration: MigrationContext | null,
  refs: readonly ProductRef[],
): Promise<(ref: ProductRef) => Led<SoldVariant>> {
  const ids = [...new Set(refs.flatMap(({ productId }) => productId ?? []))];
  const skus = [...new Set(refs.flatMap(({ sku }) => sku ?? []))];
  const items = migration ? await itemsAmong(db, entityId, migration.system, 'products', ids) : [];
  const objectIds = items.flatMap(({ object_id }) => object_id ?? []);
  const byId = new Map((await variantsOfIds(db, entityId, objectIds)).map((one) => [one.variant_id, one]));
  const bySource = new Map(items.map((one) => [one.source_id, byId.get(one.object_id ?? '')]));
  const bySku = new Map((await variantsOfSkus(db, entityId, skus)).map((one) => [one.sku, one]));
  const lines = await referred(db, migration, 'products', { ids, skus, names: [] });
  return ({ productId, sku }) => {
    const found = (productId && bySource.get(productId)) || (sku !== undefined && bySku.get(sku));
    if (found) return { found };
    const line =
      lines.find(({ external_id }) => productId !== undefined && external_id === productId) ??
      lines.find((one) => sku !== undefined && one.sku === sku);
    return ledBy(line);
  };
}

async function referred(
  db: Db,
  migration: MigrationContext | null,
  kind: 'products' | 'customers',
  { ids, skus, names }: { ids: string[]; skus: string[]; names: string[] },
): Promise<ReferredLine[]> {
  if (!migration?.kinds.includes(kind)) return [];
  return [...(await linesReferred(db, migration.id, kind, ids, skus, names))];
}

/** Lines that are to be applied bring what they name; applied ones have, and it is gone. */
function ledBy(line: ReferredLine | undefined): Led<never> {
  if (!line) return undefined;
  if (line.outcome === 'error') return 'failed';
  return line.applied ? undefined : 'coming';
}

/** Fails a line whose product isn't known or whose own line fails. @returns what is there; undefined where it comes, or never does */
export function productOf(
  errors: LineError[],
  led: Led<SoldVariant>,
  { sku, productId }: ProductRef,
): SoldVariant | undefined {
  const field: ImportField = sku === undefined ? 'product_id' : 'sku';
  if (led === 'failed')
    fail(errors, field, 'depends_on_failed', 'is of a product whose own line has errors', sku ?? productId);
  else if (led === undefined)
    fail(errors, field, 'unknown_sku', 'is of no product of yours', sku ?? productId);
  return typeof led === 'object' ? led.found : undefined;
}

/** How a line names a customer. */
export interface CustomerRef {
  customer?: string | undefined;
  /** The source's id of it. */
  customerId?: string | undefined;
}

/** The customers that lines refer to: by their ids in the source, else by name, nickname or license number. */
export async function openCustomers(
  db: Db,
  entityId: string,
  migration: MigrationContext | null,
  refs: readonly CustomerRef[],
  byName: (names: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>,
): Promise<(ref: CustomerRef) => Led<string> | 'ambiguous'> {
  const ids = [...new Set(refs.flatMap(({ customerId }) => customerId ?? []))];
  const names = [...new Set(refs.flatMap(({ customer }) => customer?.toLowerCase() ?? []))];
  const items = migration ? await itemsAmong(db, entityId, migration.system, 'customers', ids) : [];
  const bySource = new Map(items.map((one) => [one.source_id, one.object_id]));
  const named = await byName(names);
  const lines = await referred(db, migration, 'customers', { ids, skus: [], names });
  return ({ customerId, customer }) => {
    const known = customerId === undefined ? null : bySource.get(customerId);
    if (known) return { found: known };
    const [one, other] = named.get(customer?.toLowerCase() ?? '') ?? [];
    if (one && !other) return { found: one };
    if (other) return 'ambiguous';
    const line =
      lines.find(({ external_id }) => customerId !== undefined && external_id === customerId) ??
      lines.find(
        (one) => customer !== undefined && one.customer_name?.toLowerCase() === customer.toLowerCase(),
      );
    return ledBy(line);
  };
}

/** As `productOf`, of a customer: its id. */
export function customerOf(
  errors: LineError[],
  led: Led<string> | 'ambiguous',
  { customer, customerId }: CustomerRef,
): string | undefined {
  const field: ImportField = customerId === undefined ? 'customer' : 'customer_id';
  const shown = customer ?? customerId;
  if (led === 'failed')
    fail(errors, field, 'depends_on_failed', 'is a customer whose own line has errors', shown);
  else if (led === 'ambiguous')
    fail(errors, field, 'ambiguous', 'names several customers: send the external id', shown);
  else if (led === undefined) fail(errors, field, 'not_found', 'is not a customer of yours', shown);
  return typeof led === 'object' ? led.found : undefined;
}
