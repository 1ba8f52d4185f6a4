import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { RoomType } from '../../inventory/schema';
import { fault } from '../lists/reported';
import { DutchieConfig, type PosCredentials, type SyncError } from '../schema';
import type { PosConnector, PosPage, PosSale } from './connector';
import { DutchieListing } from './dutchie-listing';
import { ask, type Exchange, type Remote } from './exchange';
import { type PosHosts, placeOfPos } from './hosts';
import { CursorExpired, PosError } from './pos-error';

/** A cursor is a time of Dutchie's clock less this: what is read twice does no harm. */
const OVERLAP_MS = 2 * 60_000;
/** A list of changes is replaced by a whole one so often. */
const FULL_EVERY_MS = 24 * 3_600_000;
/** Windows of sales, and how far they reach back. */
const WINDOW_MS = 6 * 3_600_000;
const OLDEST_MS = 7 * 24 * 3_600_000;
/** One request a second. */
const APART_MS = 1_000;
const SALES_BYTES = 16 * 1024 * 1024;
/** A health check that is older is asked again for the cursor. */
const FRESH_MS = 30_000;

const Cursor = z.object({ at: z.iso.datetime(), full: z.iso.datetime() });
type Cursor = z.infer<typeof Cursor>;

/**
 * Dutchie POS: the inventory of the location that the key is for, in one list, and its sales, which explain how
 * counts changed. Nothing about customers is kept.
 * @param cursor of the last completed run
 */
export function openDutchie(
  { config: given, credentials, outgoing, patience, parsing }: Remote,
  hosts: PosHosts,
  cursor: string | null,
): PosConnector {
  const config = configIn(given);
  const { room_type: room, count_allocated: countAllocated } = config;
  const { url, allowLoopback } = placeOfPos(hosts, 'dutchie', config.base_url);
  const exchange: Exchange = {
    baseUrl: url,
    headers: authorization(credentials),
    outgoing: allowLoopback ? { allowLoopback } : outgoing,
    patience,
    parsing,
    pace: paced(),
  };
  const listing = new DutchieListing(exchange);
  let clock: { ours: number; theirs: number } | null = null;
  /** Dutchie's time in ms. */
  const now = () => (clock ? clock.theirs + Date.now() - clock.ours : Date.now());
  const before = readCursor(cursor);

  async function whoami() {
    const { value, headers } = await ask(exchange, 'dutchieWhoami', { method: 'GET', path: '/whoami' });
    const ours = Date.now();
    clock = { ours, theirs: Date.parse(headers.date ?? '') || ours };
    return value ?? [];
  }

  async function rooms(): Promise<Array<[string, RoomType]>> {
    const { value } = await ask(exchange, 'dutchieRooms', {
      method: 'GET',
      path: '/room/rooms',
      expected: [403, 404],
    });
    return [...(value ?? []), ...Object.entries(config.room_map)];
  }

  async function moved(since: number): Promise<string[]> {
    const query = new URLSearchParams({ startDate: moment(since), endDate: moment(now()) });
    const { value } = await ask(exchange, 'dutchieMoved', {
      method: 'GET',
      path: `/inventory/inventorytransaction?${query}`,
      maxBytes: SALES_BYTES,
    });
    return value ?? [];
  }

  async function sales(since: number, listedAt: number): Promise<{ sales: PosSale[]; notes: SyncError[] }> {
    const found: PosSale[] = [];
    // The clock of the other side may be a little ahead.
    const end = now() + 60_000;
    for (let from = Math.max(since, end - OLDEST_MS); from < end; from += WINDOW_MS) {
      const query = new URLSearchParams({
        FromLastModifiedDateUTC: moment(from),
        ToLastModifiedDateUTC: moment(Math.min(from + WINDOW_MS, end)),
        IncludeDetail: 'true',
      });
      const { value } = await ask(exchange, 'dutchieSales', {
        method: 'GET',
        path: `/reporting/transactions?${query}`,
        expected: [403],
        maxBytes: SALES_BYTES,
        settings: { listedAt },
      });
      if (!value) return { sales: [], notes: [NO_SALES] };
      found.push(...value);
    }
    return { sales: found, notes: [] };
  }

  /** @param since of a list of changes; null for everything */
  async function page(since: number | null, after: string | null): Promise<PosPage> {
    if (listing.isReady) return listing.page(after);
    const listedAt = now();
    const isLimited = await listing.load();
    const only = since === null ? null : { ids: await moved(since), since };
    const gone = await listing.read({ after, only, rooms: await rooms(), room, countAllocated });
    const from = since ?? before?.at;
    const explained = config.sales && from ? await sales(from, listedAt) : { sales: [], notes: [] };
    const first = await listing.page(after);
    return {
      ...first,
      ...{ gone, sales: explained.sales },
      notes: [...(isLimited ? [LIMITED] : []), ...explained.notes],
    };
  }

  return {
    async health() {
      const places = await whoami();
      if (places.some(({ id }) => id === config.location_id)) return;
      throw new PosError('pos_misconfigured', 'The key is for another location of Dutchie.', true);
    },
    listLocations: whoami,
    async cursor() {
      if (!clock || Date.now() - clock.ours > FRESH_MS) await whoami();
      const at = now();
      const full = before && !isOld(before, at) ? before.full : at;
      return JSON.stringify({ at: moment(at - OVERLAP_MS), full: moment(full) } satisfies Cursor);
    },
    listItems: (after) => page(null, after),
    async listChanges(since, after) {
      const from = readCursor(since);
      if (!from || (!listing.isReady && isOld(from, now()))) throw new CursorExpired('since');
      return page(from.at, after);
    },
    close: () => listing.close(),
  };
}

/** @throws PosError */
function configIn(given: unknown): z.infer<typeof DutchieConfig> {
  const { data } = DutchieConfig.safeParse(given);
  if (!data) throw new PosError('pos_misconfigured', 'The POS is not configured.', true);
  return data;
}

const LIMITED = fault(
  null,
  'limited_list',
  'The key may not read reports, so packages that are empty or hidden from the API are missing. Add Reporting to the key.',
);
const NO_SALES = fault(
  null,
  'sales_not_permitted',
  'The key may not read sales, so changed counts have no cause. Add Reporting to the key, or turn sales off.',
);

const moment = (ms: number) => new Date(ms).toISOString();
const isOld = ({ full }: { full: number }, at: number) => at - full >= FULL_EVERY_MS;

/** The moments of a cursor in ms; null without one, and for other text. */
function readCursor(text: string | null): { at: number; full: number } | null {
  try {
    const { at, full } = Cursor.parse(JSON.parse(text ?? ''));
    return { at: Date.parse(at), full: Date.parse(full) };
  } catch {
    return null;
  }
}

/** The API key is the user of basic authentication; the integrator's own key, where there is one, the password. */
function authorization({ token = '', integrator_key = '' }: PosCredentials): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${token}:${integrator_key}`, 'utf8').toString('base64')}` };
}

function paced(): () => Promise<void> {
  let next = 0;
  return async () => {
    const at = Math.max(Date.now(), next);
    next = at + APART_MS;
    await delay(at - Date.now());
  };
}
