import type { Variation } from '../responses/square';
import { SquareConfig } from '../schema';
import type { PosConnector, PosItem, PosPage } from './connector';
import { ask, type Remote } from './exchange';
import { CursorExpired, PosError } from './pos-error';

/** The API version that this parser supports. */
const VERSION = '2025-10-16';
/** A cursor is a time of Square's clock minus the maximum lag of its counts: duplicate counts are harmless. */
const OVERLAP_MS = 2 * 60_000;

/**
 * Square's Inventory API: the stock counts of one location, with the catalog objects that they refer to. Changes are
 * the counts calculated since a moment, so a duplicate is harmless (decision 148).
 */
export function openSquare({
  config: given,
  credentials,
  outgoing,
  patience,
  parsing,
}: Remote): PosConnector {
  const config = SquareConfig.safeParse(given).data;
  if (!config) throw new PosError('pos_misconfigured', 'The POS is not configured.', true);
  const exchange = {
    baseUrl: config.base_url.replace(/(?<!\/)\/+$/, ''),
    headers: { authorization: `Bearer ${credentials.token ?? ''}`, 'square-version': VERSION },
    outgoing,
    patience,
    parsing,
  };
  const readLocations = () => ask(exchange, 'squareLocations', { method: 'GET', path: '/v2/locations' });

  const listCounts = async (since: string | null, page: string | null): Promise<PosPage> => {
    const { value, bytes } = await ask(exchange, 'squareCounts', {
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
      settings: { limit: config.page_size, locationId: config.location_id },
      expected: [400],
    });
    if (!value) throw rejectionOf(await parsing.read('squareErrors', bytes), page);
    const { counts, next } = value;
    const variations = await findVariations([...new Set(counts.map(({ id }) => id))]);
    const items = counts.flatMap(({ id, quantity }): PosItem[] => {
      const variation = variations.get(id);
      if (!variation) return [];
      const rest = { packageId: null, lot: null, room: config.room_type, unitCostCents: null };
      return [{ externalId: id, ...variation, quantity, ...rest }];
    });
    return { items, next, total: null };
  };

  const findVariations = async (ids: readonly string[]) => {
    if (ids.length === 0) return new Map<string, Variation>();
    const { value } = await ask(exchange, 'squareVariations', {
      method: 'POST',
      path: '/v2/catalog/batch-retrieve',
      body: { object_ids: ids, include_related_objects: true },
      settings: { ids },
    });
    return value ?? new Map<string, Variation>();
  };

  return {
    async health() {
      const { value } = await readLocations();
      if (!value?.some(({ id }) => id === config.location_id))
        throw new PosError('pos_misconfigured', 'Square does not know the location.', true);
    },
    listLocations: async () => (await readLocations()).value ?? [],
    async cursor() {
      const { headers } = await readLocations();
      const now = Date.parse(headers.date ?? '') || Date.now();
      return new Date(now - OVERLAP_MS).toISOString();
    },
    listItems: (page) => listCounts(null, page),
    listChanges: (since, page) => listCounts(since, page),
  };
}

function rejectionOf(codes: readonly string[] | null, page: string | null): Error {
  if (page !== null && codes?.includes('INVALID_CURSOR')) return new CursorExpired('page');
  return new PosError('pos_misconfigured', 'Square rejected the request. Check the location.', true);
}
