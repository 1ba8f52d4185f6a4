import { z } from 'zod';
import { plainLineOf } from '../../kernel/one-line';
import type { RoomType } from '../inventory/schema';
import type { PosConnector, PosItem, PosPage } from './connector';
import { ask, type PosResponse, type Remote, readAs } from './exchange';
import { CursorExpired, PosError } from './pos-error';
import { MAX_CURSOR, MAX_LOCATIONS, Reported, safeText } from './reported';
import { SquareConfig } from './schema';

/** The API version that this parser supports. */
const VERSION = '2025-10-16';
/** A cursor is a time of Square's clock minus the maximum lag of its counts: duplicate counts are harmless. */
const OVERLAP_MS = 2 * 60_000;

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
const Errors = z.object({ errors: z.array(z.object({ code: z.string() })) });

interface Variation {
  sku: string | null;
  name: string | null;
}

/**
 * Square's Inventory API: the stock counts of one location, with the catalog objects that they refer to. Changes are
 * the counts calculated since a moment, so a duplicate is harmless.
 */
export function openSquare({ config: given, credentials, outgoing, patience }: Remote): PosConnector {
  const config = SquareConfig.safeParse(given).data;
  if (!config) throw new PosError('pos_misconfigured', 'The POS is not configured.', true);
  const exchange = {
    baseUrl: config.base_url.replace(/(?<!\/)\/+$/, ''),
    headers: { authorization: `Bearer ${credentials.token ?? ''}`, 'square-version': VERSION },
    outgoing,
    patience,
  };
  const readLocations = () => ask(exchange, { method: 'GET', path: '/v2/locations' });
  const locationsOf = (response: PosResponse) =>
    readAs(Locations, response)
      .locations.slice(0, MAX_LOCATIONS)
      .map(({ id, name }) => ({ id, name: nameOf(name) ?? id }));

  const listCounts = async (since: string | null, page: string | null): Promise<PosPage> => {
    const response = await ask(exchange, {
      method: 'POST',
      path: '/v2/inventory/counts/batch-retrieve',
      // A cursor is valid only for its own request: all other parameters must stay the same.
      body: {
        location_ids: [config.location_id],
        states: ['IN_STOCK'],
        limit: config.page_size,
        ...(since !== null && { updated_after: since }),
        ...(page !== null && { cursor: page }),
      },
      expected: [400],
    });
    if (response.status === 400) throw rejectionOf(response, page);
    const { counts, cursor } = readAs(Counts, response);
    const ours = counts.filter(
      (count) =>
        count.state === 'IN_STOCK' &&
        count.location_id === config.location_id &&
        (count.catalog_object_type ?? 'ITEM_VARIATION') === 'ITEM_VARIATION',
    );
    const variations = await findVariations([...new Set(ours.map((count) => count.catalog_object_id))]);
    const items = ours.flatMap((count): PosItem[] => {
      const variation = variations.get(count.catalog_object_id);
      return variation ? [toItem(count, variation, config.room_type)] : [];
    });
    return { items, next: cursor || null, total: null };
  };

  /** Deleted catalog objects are absent here, and so are their counts. */
  const findVariations = async (ids: readonly string[]): Promise<Map<string, Variation>> => {
    if (ids.length === 0) return new Map();
    const response = await ask(exchange, {
      method: 'POST',
      path: '/v2/catalog/batch-retrieve',
      body: { object_ids: ids, include_related_objects: true },
    });
    const { objects, related_objects } = readAs(Objects, response);
    const itemNames = new Map(related_objects.map(({ id, item_data }) => [id, item_data?.name]));
    return new Map(
      objects
        .filter(({ is_deleted }) => !is_deleted)
        .map(({ id, item_variation_data: data }) => {
          const names = [itemNames.get(data?.item_id ?? ''), data?.name];
          const name = nameOf(names.filter(Boolean).join(' – '));
          return [id, { sku: Reported.safeParse(data?.sku).data ?? null, name }];
        }),
    );
  };

  return {
    async health() {
      const known = locationsOf(await readLocations()).some(({ id }) => id === config.location_id);
      if (!known) throw new PosError('pos_misconfigured', 'Square does not know the location.', true);
    },
    listLocations: async () => locationsOf(await readLocations()),
    async cursor() {
      const { headers } = await readLocations();
      const now = Date.parse(headers.date ?? '') || Date.now();
      return new Date(now - OVERLAP_MS).toISOString();
    },
    listItems: (page) => listCounts(null, page),
    listChanges: (since, page) => listCounts(since, page),
  };
}

function rejectionOf({ json }: PosResponse, page: string | null): Error {
  const codes = Errors.safeParse(json).data?.errors.map(({ code }) => code) ?? [];
  if (page !== null && codes.includes('INVALID_CURSOR')) return new CursorExpired('page');
  return new PosError('pos_misconfigured', 'Square rejected the request. Check the location.', true);
}

/** Square counts in decimals; a fractional count is reported as an error of the item. */
function toItem(
  { catalog_object_id, quantity }: { catalog_object_id: string; quantity: string },
  { sku, name }: Variation,
  room: RoomType,
): PosItem {
  const units = /^-?\d{1,12}(\.\d{1,10})?$/.test(quantity) ? Number(quantity) : Number.NaN;
  return {
    externalId: catalog_object_id,
    sku,
    packageId: null,
    lot: null,
    name,
    room,
    quantity: units,
    unitCostCents: null,
  };
}

function nameOf(name: string | null | undefined): string | null {
  return name && safeText(name) ? plainLineOf(name).slice(0, 200) || null : null;
}
