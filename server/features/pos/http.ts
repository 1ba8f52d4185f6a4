import { z } from 'zod';
import { plainLineOf } from '../../kernel/one-line';
import { CalendarDate } from '../../kernel/params';
import { ROOM_TYPES, type RoomType } from '../inventory/schema';
import type { PosConnector, PosFault, PosItem, PosPage } from './connector';
import { ask, type PosResponse, type Remote, readAs } from './exchange';
import { CursorExpired, PosError } from './pos-error';
import { MAX_CURSOR, MAX_LOCATIONS, Reported, safeText } from './reported';
import { HttpConfig, type PosCredentials } from './schema';

const Cursor = z.string().min(1).max(MAX_CURSOR).refine(safeText);
const Health = z.object({ status: z.literal('ok') });
const Locations = z.object({
  locations: z.array(z.object({ id: Reported, name: Reported })).max(MAX_LOCATIONS),
});
const Page = z.object({
  items: z.array(z.unknown()),
  next_cursor: Cursor.nullable(),
  total: z.number().int().min(0).max(2_000_000_000).nullish(),
});
const Since = z.object({ since: Cursor });
const Item = z.object({
  id: Reported.nullish(),
  sku: Reported.nullish(),
  package_id: Reported.nullish(),
  name: z.string().nullish(),
  room: z.enum(ROOM_TYPES).nullish(),
  quantity: z.number(),
  unit_cost: z.number().nullish(),
});

/** What vendors send for none: null, an empty text, or nothing. */
const LotText = z.string().refine(safeText).overwrite(plainLineOf).max(100).nullish();
const Lot = z.object({
  batch_id: LotText,
  package_tag: LotText,
  expires_on: CalendarDate.or(z.literal('')).nullish(),
});

/** A POS that implements the contract of `docs/pos.md`. */
export function openHttp({ config: given, credentials, outgoing, patience }: Remote): PosConnector {
  const config = HttpConfig.safeParse(given).data;
  if (!config) throw new PosError('pos_misconfigured', 'The POS is not configured.', true);
  const exchange = {
    baseUrl: config.base_url.replace(/(?<!\/)\/+$/, ''),
    headers: authorization(credentials),
    outgoing,
    patience,
  };
  const get = (path: string, query: Record<string, string>, expected: readonly number[] = []) => {
    const search = new URLSearchParams(query).toString();
    return ask(exchange, { method: 'GET', path: search ? `${path}?${search}` : path, expected });
  };
  const listPage = async (path: string, page: string | null, since: string | null): Promise<PosPage> => {
    const response = await get(
      path,
      {
        location_id: config.location_id,
        ...(since !== null && { since }),
        ...(page !== null && { cursor: page }),
        limit: String(config.page_size),
      },
      [410],
    );
    // An expired page cursor restarts at the first page; if that fails too, `since` has expired as well.
    if (response.status === 410) throw new CursorExpired(page === null ? 'since' : 'page');
    return readPage(response, config.page_size, config.room_type);
  };
  return {
    async health() {
      readAs(Health, await get('/health', {}));
    },
    async listLocations() {
      return readAs(Locations, await get('/locations', {})).locations;
    },
    async cursor() {
      const response = await get('/changes', { location_id: config.location_id }, [404, 501]);
      return response.status === 200 ? readAs(Since, response).since : null;
    },
    listItems: (page) => listPage('/items', page, null),
    listChanges: (since, page) => listPage('/changes', page, since),
  };
}

function authorization({ token, username, password }: PosCredentials): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined) return {};
  const pair = Buffer.from(`${username}:${password ?? ''}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
}

function readPage(response: PosResponse, limit: number, room: RoomType): PosPage {
  const { items: entries, next_cursor, total } = readAs(Page, response);
  if (entries.length > limit) {
    throw new PosError('pos_protocol', `The POS lists more than ${limit} items on a page.`, false);
  }
  const items: PosItem[] = [];
  const faults: PosFault[] = [];
  for (const entry of entries) {
    const { data } = Item.safeParse(entry);
    if (data && (data.id || data.sku)) items.push({ ...toItem(data, room), lot: lotOf(entry) });
    else faults.push(nameOf(entry));
  }
  return { items, faults, next: next_cursor, total: total ?? null };
}

function toItem(
  { id, sku, package_id, name, room, quantity, unit_cost }: z.infer<typeof Item>,
  usual: RoomType,
): Omit<PosItem, 'lot'> {
  return {
    externalId: id ?? null,
    sku: sku ?? null,
    packageId: package_id ?? null,
    name: name && safeText(name) ? plainLineOf(name).slice(0, 200) || null : null,
    room: room ?? usual,
    quantity,
    unitCostCents: unit_cost == null ? null : centsOf(unit_cost),
  };
}

function lotOf(entry: unknown): PosItem['lot'] {
  const { data } = Lot.safeParse(entry);
  if (!data) return 'unreadable';
  const { batch_id, package_tag, expires_on } = data;
  if (!batch_id && !package_tag) return null;
  return {
    batchId: batch_id || null,
    packageTag: package_tag || null,
    expiresOn: expires_on || null,
  };
}

/** Converts dollars with at most two decimals to cents; other values stay fractional and are rejected as a cost. */
function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100);
  return Math.abs(dollars * 100 - cents) < 1e-6 ? cents : Number.NaN;
}

function nameOf(entry: unknown): PosFault {
  const read = (key: 'id' | 'sku' | 'package_id') =>
    z.object({ [key]: Reported }).safeParse(entry).data?.[key] ?? null;
  return { externalId: read('id'), sku: read('sku'), packageId: read('package_id') };
}
