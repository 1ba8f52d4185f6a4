import type { z } from 'zod';
import { notFound } from '../../../../kernel/errors';
import { amountIn } from '../../../../kernel/weights';
import type { ReadContext } from '../../../../operation/context';
import type { Manifest } from '../../fleet/schema';
import { getOrder } from '../../queries';
import { manifestHead, manifestLines, premisesOf } from './queries.sql';

export type ManifestView = z.infer<typeof Manifest>;

/** What a shipping manifest of an order states: before it ships, what is reserved for it. @throws AppError NOT_FOUND */
export async function getManifest(ctx: ReadContext, id: string): Promise<ManifestView> {
  await getOrder(ctx, id);
  return manifestOf(ctx, id);
}

/** The same of an order that the caller is known to see. @throws AppError NOT_FOUND */
export async function manifestOf(ctx: ReadContext, id: string): Promise<ManifestView> {
  const [[head], lines] = await Promise.all([manifestHead(ctx.db, id), manifestLines(ctx.db, id)]);
  if (!head) throw notFound();
  const { receiving_location_id: receivingId, shipper, receiver, ...rest } = head;
  const leaving = [...new Set(lines.map((line) => line.location_id))];
  const places = await premisesOf(ctx.db, [...leaving, receivingId]);
  return {
    ...rest,
    order_id: id,
    shipper: { ...shipper, premises: places.filter((place) => leaving.includes(place.id)) },
    receiver: { ...receiver, premises: places.filter((place) => place.id === receivingId) },
    lines: lines.map((line) => ({
      ...line,
      amount: amountIn(line.quantity, line.step),
      weight_unit: line.weight_unit as ManifestView['lines'][number]['weight_unit'],
    })),
  };
}
