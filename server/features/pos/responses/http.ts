import { z } from 'zod';
import { plainLineOf } from '../../../kernel/one-line';
import { CalendarDate } from '../../../kernel/params';
import { ROOM_TYPES, type RoomType } from '../../inventory/schema';
import { MAX_CURSOR, MAX_LOCATIONS, Reported, safeText } from '../lists/reported';
import type { PosFault, PosItem, PosLocation, PosPage } from '../vendors/connector';
import { UnreadableResponse } from './unreadable';

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

/** What the responses of a POS that follows `docs/pos.md` say. Each throws ZodError or UnreadableResponse. */
export const HTTP_READERS = {
  httpHealth: (json: unknown) => Health.parse(json),
  httpLocations: (json: unknown): PosLocation[] => Locations.parse(json).locations,
  httpSince: (json: unknown): string => Since.parse(json).since,
  httpPage,
};

/** @param limit items on a page @param room of items that name none */
function httpPage(json: unknown, { limit, room }: { limit: number; room: RoomType }): PosPage {
  const { items: entries, next_cursor, total } = Page.parse(json);
  if (entries.length > limit)
    throw new UnreadableResponse(`The POS lists more than ${limit} items on a page.`);
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
