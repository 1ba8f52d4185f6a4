import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/db/client';
import { MAX_QUANTITY, ROOM_TYPES, type RoomType } from '../../inventory/schema';
import { inventoryItems } from '../../inventory/tables';
import { SimulatorConfig } from '../schema';
import type { PosConnection, PosConnector, PosItem, PosPage } from './connector';
import { PosError } from './pos-error';

/** The simulator's setup; tests replace the stock that it reports. */
const Config = SimulatorConfig.extend({
  stock: z
    .array(
      z.strictObject({
        sku: z.string(),
        room: z.enum(ROOM_TYPES),
        quantity: z.number(),
        unit_cost_cents: z.number().nullable().default(null),
        package_id: z.string().nullable().default(null),
      }),
    )
    .optional(),
});
type Config = z.infer<typeof Config>;

/** Of the traded rows, one in ten sells, one in eighty is restocked. */
const SELLS = 0.1;
const RECEIVES = 0.0125;
const TRADED: readonly RoomType[] = ['sales_floor', 'vault'];
const LOT = 12;

/** It identifies items by SKU only. */
const UNNAMED = { externalId: null, packageId: null, lot: null, name: null };

type StockRow = Pick<
  typeof inventoryItems.$inferSelect,
  'id' | 'sku' | 'roomType' | 'quantity' | 'reservedQuantity' | 'unitCostCents'
>;

/**
 * The built-in POS: reports its location's stock after a little simulated trade since the last completed sync. Sales
 * never touch reserved units. The trade depends only on the connection and the number of syncs (its cursor), so that a
 * repeated page is the same.
 */
export function openSimulator(db: Db, connection: PosConnection): PosConnector {
  const parsed = Config.safeParse(connection.config);
  if (!parsed.success) {
    throw new PosError('pos_misconfigured', 'The simulator has an unknown configuration.', true);
  }
  const config = parsed.data;
  const day = Number(connection.cursor ?? 0) + 1;
  const trade = { db, connection, config, day };
  const later = async <T>(value: () => T | Promise<T>): Promise<T> => {
    if (config.outage) throw new PosError('pos_unavailable', 'The POS does not respond.', false);
    await delay(config.delay_ms);
    return value();
  };
  return {
    health: () => later(() => {}),
    listLocations: () => later(() => [{ id: connection.locationId, name: 'Simulated register' }]),
    cursor: () => later(() => String(day)),
    listItems: (page) =>
      later(async () => {
        if (config.stock) return fixedPage(config, page);
        return { ...(await tradedPage(trade, page, () => true)), total: await countRows(trade) };
      }),
    listChanges: (since, page) =>
      later(() =>
        config.stock
          ? fixedPage(config, page)
          : tradedPage(trade, page, (item, row) => Number(since) < day && item.quantity !== row.quantity),
      ),
  };
}

function fixedPage({ stock = [], page_size }: Config, page: string | null): PosPage {
  const start = Number(page ?? 0);
  const items = stock.slice(start, start + page_size).map(({ unit_cost_cents, package_id, ...item }) => ({
    ...UNNAMED,
    ...item,
    packageId: package_id,
    unitCostCents: unit_cost_cents,
  }));
  const end = start + items.length;
  return { items, next: end < stock.length ? String(end) : null, total: stock.length };
}

interface Trade {
  db: Db;
  connection: PosConnection;
  config: Config;
  day: number;
}

async function tradedPage(
  { db, connection, config, day }: Trade,
  page: string | null,
  isListed: (item: PosItem, row: StockRow) => boolean,
): Promise<PosPage> {
  const { id, sku, roomType, quantity, reservedQuantity, unitCostCents, locationId } = inventoryItems;
  const rows = await db
    .select({ id, sku, roomType, quantity, reservedQuantity, unitCostCents })
    .from(inventoryItems)
    .where(and(eq(locationId, connection.locationId), page === null ? undefined : gt(id, page)))
    .orderBy(id)
    .limit(config.page_size);
  const last = rows.length < config.page_size ? null : (rows.at(-1)?.id ?? null);
  const items = rows.flatMap((row) => {
    const quantity = row.quantity + tradeOf(row, `${connection.id}/${day}`);
    const item = {
      ...UNNAMED,
      sku: row.sku,
      room: row.roomType,
      quantity,
      unitCostCents: row.unitCostCents,
    };
    return isListed(item, row) ? [item] : [];
  });
  return { items, next: last, total: null };
}

function countRows({ db, connection }: Trade): Promise<number> {
  return db.$count(inventoryItems, eq(inventoryItems.locationId, connection.locationId));
}

/** Returns the units received (positive) or sold (negative) since the last sync; zero for most items. */
function tradeOf(row: StockRow, seed: string): number {
  if (!TRADED.includes(row.roomType) || row.quantity === 0) return 0;
  const [chance = 0, amount = 0] = shares(`${seed}/${row.id}`);
  if (chance < SELLS) return -Math.min(row.quantity - row.reservedQuantity, 1 + Math.floor(amount * 3));
  if (chance >= SELLS + RECEIVES) return 0;
  return Math.min(MAX_QUANTITY - row.quantity, LOT * (1 + Math.floor(amount * 2)));
}

/** Hashes a text to two numbers of at least 0 and below 1. */
function shares(text: string): number[] {
  const digest = createHash('sha256').update(text).digest();
  return [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32];
}
