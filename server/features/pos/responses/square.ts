import { z } from 'zod';
import { plainLineOf } from '../../../kernel/one-line';
import { MAX_CURSOR, MAX_LOCATIONS, Reported, safeText } from '../lists/reported';
import type { PosLocation } from '../vendors/connector';
import { UnreadableResponse } from './unreadable';

const Locations = z.object({
  locations: z.array(z.object({ id: Reported, name: z.string().nullish() })).default([]),
});
const Counts = z.object({
  counts: z
    .array(
      z.object({
        catalog_object_id: Reported,
        catalog_object_type: z.string().nullish(),
        state: z.string(),
        location_id: z.string(),
        quantity: z.string(),
      }),
    )
    .default([]),
  cursor: z.string().max(MAX_CURSOR).refine(safeText).nullish(),
});
const Objects = z.object({
  objects: z
    .array(
      z.object({
        id: z.string(),
        is_deleted: z.boolean().nullish(),
        item_variation_data: z
          .object({ item_id: z.string().nullish(), name: z.string().nullish(), sku: z.string().nullish() })
          .nullish(),
      }),
    )
    .default([]),
  related_objects: z
    .array(z.object({ id: z.string(), item_data: z.object({ name: z.string().nullish() }).nullish() }))
    .default([]),
});
const Errors = z.object({ errors: z.array(z.object({ code: z.string().max(200) })) });

/** A catalog object of Square that stock is counted of. */
export interface Variation {
  sku: string | null;
  name: string | null;
}

export interface SquareCount {
  id: string;
  /** Units; NaN for what is no decimal number. */
  quantity: number;
}

/** Enough to know why Square rejected a request. */
const MAX_ERRORS = 20;

/** What Square's responses say. Each throws ZodError or UnreadableResponse. */
export const SQUARE_READERS = {
  squareLocations: (json: unknown): PosLocation[] =>
    Locations.parse(json)
      .locations.slice(0, MAX_LOCATIONS)
      .map(({ id, name }) => ({ id, name: nameOf(name) ?? id })),
  squareCounts,
  squareVariations,
  squareErrors: (json: unknown): string[] =>
    (Errors.safeParse(json).data?.errors ?? []).slice(0, MAX_ERRORS).map(({ code }) => code),
};

/** The counts of one location, at most `limit`, and the cursor of the next page. */
function squareCounts(
  json: unknown,
  { limit, locationId }: { limit: number; locationId: string },
): { counts: SquareCount[]; next: string | null } {
  const { counts, cursor } = Counts.parse(json);
  if (counts.length > limit)
    throw new UnreadableResponse(`Square lists more than ${limit} counts on a page.`);
  const ours = counts.filter(
    (count) =>
      count.state === 'IN_STOCK' &&
      count.location_id === locationId &&
      (count.catalog_object_type ?? 'ITEM_VARIATION') === 'ITEM_VARIATION',
  );
  return {
    counts: ours.map(({ catalog_object_id, quantity }) => ({
      id: catalog_object_id,
      quantity: unitsOf(quantity),
    })),
    next: cursor || null,
  };
}

/** The variations among `ids`. Deleted catalog objects are absent here, and so are their counts. */
function squareVariations(json: unknown, { ids }: { ids: readonly string[] }): Map<string, Variation> {
  const { objects, related_objects } = Objects.parse(json);
  const wanted = new Set(ids);
  const itemNames = new Map(related_objects.map(({ id, item_data }) => [id, item_data?.name]));
  return new Map(
    objects
      .filter(({ id, is_deleted }) => !is_deleted && wanted.has(id))
      .map(({ id, item_variation_data: data }) => {
        const names = [itemNames.get(data?.item_id ?? ''), data?.name];
        const name = nameOf(names.filter(Boolean).join(' – '));
        return [id, { sku: Reported.safeParse(data?.sku).data ?? null, name }];
      }),
  );
}

/** Square counts in decimals; a fractional count is reported as an error of the item. */
const unitsOf = (quantity: string) =>
  /^-?\d{1,12}(\.\d{1,10})?$/.test(quantity) ? Number(quantity) : Number.NaN;

function nameOf(name: string | null | undefined): string | null {
  return name && safeText(name) ? plainLineOf(name).slice(0, 200) || null : null;
}
