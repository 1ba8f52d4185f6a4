import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { listedIds } from '../../../kernel/params';
import type { ReadContext } from '../../../operation/context';
import { readPage, uuids } from '../../../platform/db/listing';
import { hasExternalId } from '../../entities/external-ids/resource';
import { getOwnProducts } from '../queries';
import { productVariants } from '../tables';
import type { ListVariants, OwnVariant, OwnVariantList } from './schema';

/** A variant and its product. */
interface Place {
  id: string;
  productId: string;
}

/** The caller's own variants, oldest first. */
export async function listVariants(
  ctx: ReadContext,
  { external_id, sku, product_id, ids, ...page }: z.infer<typeof ListVariants>,
): Promise<z.infer<typeof OwnVariantList>> {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  const v = productVariants;
  const asked = and(
    eq(v.entityId, me),
    isNull(v.deletedAt),
    sku === undefined ? undefined : eq(v.sku, sku),
    product_id === undefined ? undefined : eq(v.productId, product_id),
    ids === undefined ? undefined : sql`${v.id} = any(${uuids(listedIds(ids))})`,
    external_id === undefined ? undefined : hasExternalId('variant', sql`${v.id}`, me, external_id),
  );
  const places = db.select({ id: v.id, productId: v.productId }).from(v).where(asked).orderBy(v.id);
  const { data, pagination } = await readPage(page, places, db.$count(v, asked), (row): Place => row);
  return { data: await shownAt(ctx, data), pagination };
}

/** Variants of the business's products as they are shown beside them, in the same order. */
export async function shownAt(ctx: ReadContext, places: readonly Place[]): Promise<OwnVariant[]> {
  if (places.length === 0) return [];
  const products = await getOwnProducts(ctx, [...new Set(places.map(({ productId }) => productId))]);
  const shown = new Map(
    products.flatMap((product) =>
      product.variants.map((variant) => [
        variant.id,
        { ...variant, product_id: product.id, product_name: product.name },
      ]),
    ),
  );
  return places.flatMap(({ id }) => shown.get(id) ?? []);
}
