import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { existing, notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import type { Premises } from '../../kernel/premises';
import { amountAlike, amountIn, partsOfSum, stepsAlike, type WeighedPart } from '../../kernel/weights';
import type { ReadContext } from '../../operation/context';
import { Batches } from '../../platform/db/batches';
import type { Db } from '../../platform/db/client';
import { readList, textList } from '../../platform/db/text-list';
import { FOUND, isLimitedTo, openWalk } from '../../platform/db/walk';
import {
  type AskedItem,
  availableByVariant,
  INVENTORY_BY_LOT,
  INVENTORY_TEXTS,
  type ItemColumns,
  type ItemLot,
  type ItemRow,
  type ItemView,
  itemConditions,
  itemsAsked,
  itemsWhere,
  itemTexts,
  lotsByItem,
  lotsFrom,
  MOVEMENTS,
  movementPage,
  visibleItems,
} from './queries.sql';
import type { MovementList } from './resource';
import { type InventoryList, ItemId, type ListInventory } from './schema';
import { countItems, countLotRows, KEPT_FILTERS, keptCount } from './totals/totals.sql';

/** Builds the resource from a row of `itemColumns`. */
export function toItem(row: ItemColumns & Partial<Pick<ItemRow, 'lots'>>): ItemView {
  const lots = row.lots ?? [];
  const available = row.quantity - row.reserved_quantity;
  const blocked = lots.filter((lot) => lot.blocked !== null);
  return {
    id: row.id,
    product_id: row.product_id,
    product_name: row.product_name,
    variant_id: row.variant_id,
    sku: row.sku,
    variant_name: row.variant_name,
    category: row.category,
    image: row.image,
    unit: row.unit,
    step: row.step,
    location_id: row.location_id,
    room_type: row.room_type,
    quantity: row.quantity,
    reserved_quantity: row.reserved_quantity,
    available_quantity: available,
    amount: amountIn(row.quantity, row.step),
    sellable_quantity: Math.max(
      0,
      blocked.reduce((left, lot) => left - lot.quantity + lot.reserved_quantity, available),
    ),
    unassigned_quantity: row.quantity - row.lot_quantity,
    lots,
    unit_cost: toDollars(row.unit_cost_cents),
    average_cost: row.average_cost,
    unit_price: toDollars(row.unit_price_cents),
    low_stock: row.low_stock,
    last_sync: row.last_sync,
    synced_at: row.synced_at,
    updated_at: row.updated_at,
  };
}

/** Builds a row of `by=lot` from an item's columns with the quantities of one lot, or of the units without one. */
export function toLotRow(row: ItemRow): ItemView {
  const lot = row.lots?.[0];
  return {
    ...toItem(row),
    lot_id: lot?.lot_id ?? null,
    batch_id: lot?.batch_id ?? null,
    package_tag: lot?.package_tag ?? null,
    expires_on: lot?.expires_on ?? null,
  };
}

export async function listInventory(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListInventory>,
): Promise<z.infer<typeof InventoryList>> {
  const where = itemConditions(actor, input);
  if (input.by === 'lot') {
    const walk = await openWalk(db, INVENTORY_BY_LOT, actor.entity.id, input);
    const select = async (page: SQL) => (await lotsFrom(db, page, walk.order)).map(toLotRow);
    const isKept = isLimitedTo(input, ['by', 'location_id', 'room_type']);
    return walk.read(where, select, isKept ? () => countByLot(db, actor, input) : undefined);
  }
  const walk = await openWalk(db, INVENTORY_TEXTS, actor.entity.id, input);
  const select = (page: SQL, total: SQL, isWhole: boolean) =>
    itemTexts(db, page, walk.pageOrder, actor, total, isWhole);
  return textList(await walk.read(where, select, totalFor(db, actor, input)));
}

/**
 * How to count what a list matches: the stock of a location, a room, a category or all of these by kept totals, the few rows of
 * a search or low stock while they are found; undefined with other filters. Categories differ too much in size for one plan.
 */
function totalFor(db: Db, actor: ReadContext['actor'], input: z.infer<typeof ListInventory>) {
  if (input.search || input.low_stock) return FOUND;
  if (!isLimitedTo(input, ['by', ...KEPT_FILTERS])) return undefined;
  if (!input.category) return keptCount(actor, input);
  return async () => (await countItems(db, actor, input))[0]?.total ?? 0;
}

async function countByLot(
  db: Db,
  actor: ReadContext['actor'],
  filter: z.infer<typeof ListInventory>,
): Promise<number> {
  const [items, lots] = await Promise.all([countItems(db, actor, filter), countLotRows(db, actor, filter)]);
  return (items[0]?.total ?? 0) + (lots[0]?.more ?? 0);
}

/** @throws AppError NOT_FOUND when absent, another business's, or out of the member's locations */
export async function getItem({ db, actor }: ReadContext, id: string): Promise<ItemView> {
  const row = await existing(itemsWhere(db, sql`i.id = ${id} and ${visibleItems(actor)}`));
  return toItem(row);
}

const readers = new WeakMap<Db, Batches<AskedItem, ItemView | null>>();

/** The same, together with the items that others ask for meanwhile (decision 307). @throws AppError NOT_FOUND */
export async function getItemTogether({ db, actor }: ReadContext, id: string): Promise<ItemView> {
  const reader = readers.get(db) ?? new Batches((asked: readonly AskedItem[]) => readAsked(db, asked));
  readers.set(db, reader);
  const item = await reader.of({ id, entity: actor.entity, locationIds: actor.locationIds });
  if (!item) throw notFound();
  return item;
}

async function readAsked(db: Db, asked: readonly AskedItem[]): Promise<Array<ItemView | null>> {
  const rows = await itemsAsked(db, asked);
  const found = new Map(rows.map((row) => [row.n, toItem(row)]));
  return asked.map((_, n) => found.get(n) ?? null);
}

/** What lots of those items hold, by item id. */
export async function lotsOfItems(
  db: Db,
  itemIds: readonly string[],
): Promise<Map<string, ItemLot[] | null>> {
  const rows = await lotsByItem(db, itemIds);
  return new Map(rows.map((row) => [row.id, row.lots]));
}

export const ListMovements = z.strictObject({ id: ItemId, ...MOVEMENTS.input.shape });
/** The ledger of one item, newest first (decision 42b). @throws AppError NOT_FOUND */
export async function listMovements(
  ctx: ReadContext,
  input: z.infer<typeof ListMovements>,
): Promise<z.infer<typeof MovementList>> {
  await getItem(ctx, input.id);
  const reader = { ...ctx.actor, itemId: input.id };
  return readList({ db: ctx.db, actor: reader }, MOVEMENTS, movementPage, input);
}

/** A sum of stock as `SumOnHand` has it, and how what it counts is sold. @param weighed as of `partsOfSum` */
export function sumShown(sum: { items: number; units: number }, weighed: readonly WeighedPart[]) {
  const { parts, ...goods } = partsOfSum(sum, weighed);
  const { units } = sum;
  const amounts = parts.map((part) => ({ ...part, amount: amountIn(part.units, part.step) }));
  return { goods, shown: { units, ...stepsAlike(goods), amount: amountAlike(units, goods), amounts } };
}

/** How many units of each variant a buyer's order could reserve now for premises; a variant without stock there is absent. */
export async function availableUnits(
  db: Db,
  { sellerId, buyerId }: { sellerId: string; buyerId: string },
  variantIds: readonly string[],
  receiving: Pick<Premises, 'state'> | null,
): Promise<Map<string, number>> {
  const rows = await availableByVariant(db, variantIds, receiving?.state ?? '', sellerId, buyerId);
  return new Map(rows.map((row) => [row.variant_id, row.available]));
}
