import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { toDollars } from '../../../kernel/money';
import { amountIn } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import { FOUND, isLimitedTo, openWalk } from '../../../platform/db/walk';
import { ROOM_TYPES } from '../schema';
import { countLevels, KEPT_FILTERS } from '../totals/totals.sql';
import { LEVELS, type LevelRow, levelConditions, levelsFrom } from './queries.sql';
import type { ListLevels, StockLevel, StockLevelList } from './schema';

type LevelView = z.infer<typeof StockLevel>;

/** Lists one row per variant and location (decision 106). */
export async function listLevels(
  { db, actor }: ReadContext,
  input: z.infer<typeof ListLevels>,
): Promise<z.infer<typeof StockLevelList>> {
  const where = levelConditions(actor, input);
  const walk = await openWalk(db, LEVELS, actor.entity.id, input);
  const select = async (page: SQL, total: SQL) => {
    const rows = await levelsFrom(db, page, walk.order, total);
    return rows.map((row) => ({ ...toLevel(row), walk_key: row.walk_key, walk_total: row.walk_total }));
  };
  if (input.search || input.low_stock) return walk.read(where, select, FOUND);
  const isKept = isLimitedTo(input, KEPT_FILTERS);
  return walk.read(
    where,
    select,
    isKept ? async () => (await countLevels(db, actor, input))[0]?.total ?? 0 : undefined,
  );
}

function toLevel(row: LevelRow): LevelView {
  return {
    id: row.id,
    product: { id: row.product_id, name: row.product_name, category: row.category, image: row.image },
    variant: { id: row.variant_id, name: row.variant_name, sku: row.sku },
    location: { id: row.location_id, name: row.location_name },
    rooms: roomsOf(row),
    quantity: row.quantity,
    amount: amountIn(row.quantity, row.step),
    unit: row.unit,
    step: row.step,
    unassigned_quantity: row.quantity - row.lot_quantity,
    reserved_quantity: row.reserved_quantity,
    available_quantity: row.quantity - row.reserved_quantity,
    sellable_quantity: Math.max(0, row.available - row.blocked),
    blocked_quantity: row.blocked,
    low: row.low,
    low_stock_threshold: row.threshold,
    low_stock_threshold_amount: amountIn(row.threshold, row.step),
    reorder_point: row.reorder_point,
    par: row.par,
    expires_on: row.expires_on,
    average_cost: row.average_cost,
    unit_price: toDollars(row.unit_price_cents),
    value: row.value,
    updated_at: row.updated_at,
  };
}

/** Rooms that the variant has never been in have nothing. */
function roomsOf({ rooms }: LevelRow): LevelView['rooms'] {
  const balances = ROOM_TYPES.map((room) => {
    const item = rooms.find(({ room_type }) => room_type === room);
    const { inventory_id, quantity, reserved } = item ?? { inventory_id: null, quantity: 0, reserved: 0 };
    return [room, { inventory_id, quantity, reserved, available: quantity - reserved }];
  });
  return Object.fromEntries(balances) as LevelView['rooms'];
}
