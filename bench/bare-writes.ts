import { randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { v7 } from 'uuid';
import { itemColumns, itemJoins } from './bare-reads';
import type { Member } from './data';

type Tx = postgres.TransactionSql;
/** The member who writes, and their address. */
type Writer = Member & { address: string };

interface Adjustment {
  quantity_change: number;
  reason_code: string;
  notes?: string;
}

interface OrderInput {
  wholesaler_id: string;
  items: { product_id: string; quantity: number }[];
}

interface ItemRow extends Record<string, unknown> {
  location_id: string;
  quantity: number;
  reserved_quantity: number;
}

/** One round trip for the balance and its level, one for the three rows that go with them, two for BEGIN and COMMIT. */
export function adjustItem(
  sql: postgres.Sql,
  writer: Writer,
  id: string,
  { quantity_change: delta, reason_code, notes = '' }: Adjustment,
): Promise<object> {
  const [requestId, movementId] = [v7(), v7()];
  return sql.begin(async (tx) => {
    const [item] = await tx<ItemRow[]>`
      with moved as (
        update inventory_items set quantity = quantity + ${delta}
        where id = ${id} and entity_id = ${writer.entityId} and quantity + ${delta} >= reserved_quantity returning *
      ), leveled as (
        update stock_levels l set quantity = l.quantity + ${delta}, available = l.available + ${delta},
          worth = l.worth + ${delta} * m.average_cost
        from moved m where l.location_id = m.location_id and l.variant_id = m.variant_id
        returning l.available - l.blocked as sellable
      )
      select ${itemColumns(tx, tx`(select sellable from leveled)`)} from moved i ${itemJoins(tx)}`;
    if (!item) throw new Error('no such item, or not enough of it');
    const before = item.quantity - delta;
    await Promise.all([
      tx`insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
          reserved_after, notes, actor_id, actor_name, source_type, request_id)
        values (${movementId}, ${writer.entityId}, ${id}, ${reason_code}, ${delta}, 0, ${item.quantity},
          ${item.reserved_quantity}, ${notes || null}, ${writer.userId}, ${writer.name}, 'api', ${requestId})`,
      insertAudit(tx, writer, requestId, ['inventory.adjusted', 'inventory_item', id], [item.location_id], {
        before: { quantity: before },
        after: { quantity: item.quantity, reason_code, notes: notes || null },
      }),
      insertEvent(tx, writer.entityId, 'inventory.updated', [item.location_id], {
        ...item,
        delta,
        reason_code,
        previous_quantity: before,
        movement_id: movementId,
        lot_id: null,
        source: { type: 'api', id: null },
      }),
    ]);
    return item;
  });
}

/** One conditional UPDATE with its ledger row, in a statement of its own: the least that moves stock. */
export async function moveItem(
  sql: postgres.Sql,
  { entityId, userId, name }: Member,
  id: string,
): Promise<object> {
  const [moved] = await sql`
    with moved as (
      update inventory_items set quantity = quantity + 1
      where id = ${id} and entity_id = ${entityId} and quantity + 1 >= reserved_quantity returning *
    )
    insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
      reserved_after, actor_id, actor_name, source_type, request_id)
    select ${v7()}, entity_id, id, 'ADJUSTMENT', 1, 0, quantity, reserved_quantity, ${userId}, ${name}, 'api', ${v7()}
    from moved returning item_id as id, quantity_after as quantity`;
  if (!moved) throw new Error('no such item');
  return moved;
}

interface Sale extends Record<string, unknown> {
  product_id: string;
  product_name: string;
  variant_id: string;
  sku: string;
  variant_name: string;
  category: string;
  image: string | null;
  unit: string | null;
  step: number | null;
  cents: number;
}

interface Parties {
  seller: string;
  tax_rate_bps: number;
  location_id: string;
}

interface StockRow {
  id: string;
  variant_id: string;
  available: number;
}

/** Round trips: BEGIN; what is bought and by whom; the locked stock; every row of the order together; COMMIT. */
export function placeOrder(sql: postgres.Sql, writer: Writer, input: OrderInput): Promise<object> {
  const sellerId = input.wholesaler_id;
  const productIds = input.items.map((line) => line.product_id);
  return sql.begin(async (tx) => {
    const [[parties], sales] = await Promise.all([
      tx<Parties[]>`
        select e.name as seller, e.tax_rate_bps, (select l.id from locations l
          where l.entity_id = ${writer.entityId} and l.deleted_at is null order by l.created_at, l.id limit 1) as location_id
        from entities e where e.id = ${sellerId} and e.deleted_at is null`,
      tx<Sale[]>`
        select distinct on (p.id) p.id as product_id, p.name as product_name, v.id as variant_id, v.sku,
          v.name as variant_name, p.category, p.images[1] as image, v.unit, v.step::float8 / 10000 as step,
          v.wholesale_price_cents::float8 as cents
        from products p join product_variants v on v.product_id = p.id and v.deleted_at is null
        where p.id = any(${productIds}) and p.entity_id = ${sellerId} and p.active and p.deleted_at is null
        order by p.id, v.position, v.id`,
    ]);
    if (!parties) throw new Error('no such seller');
    const stock = await tx<StockRow[]>`
      select id, variant_id, quantity - reserved_quantity as available from (
        select * from inventory_items
        where variant_id = any(${sales.map((sale) => sale.variant_id)}) and entity_id = ${sellerId}
          and room_type in ('vault', 'sales_floor')
        order by id for no key update) i
      order by room_type desc, created_at, id`;
    const lines = input.items.map(({ product_id, quantity }) => {
      const { cents, ...sale } = sales.find((row) => row.product_id === product_id) ?? missing(product_id);
      const received = { shipped_quantity: 0, received_quantity: 0, lots: [], expires_before_delivery: 0 };
      return {
        id: v7(),
        ...sale,
        quantity,
        amount: quantity * (sale.step ?? 1),
        requested_quantity: quantity,
        ...received,
        unit_price: cents / 100,
        price_source: 'wholesale',
        price_ladder: [{ min_amount: sale.step ?? 1, unit_price: cents / 100, source: 'wholesale' }],
        break_amount: null,
        discount_bps: 0,
        sample: false,
        total: (quantity * cents) / 100,
        discount_share: 0,
      };
    });
    const holds = lines.flatMap((line) => holdsOf(line, stock));
    const subtotal = lines.reduce((sum, line) => sum + Math.round(line.total * 100), 0);
    const tax = Math.floor((subtotal * parties.tax_rate_bps + 5000) / 10_000);
    const now = new Date().toISOString();
    const order = {
      id: v7(),
      order_number: orderNumber(),
      status: 'pending',
      wholesaler: { id: sellerId, name: parties.seller },
      retailer: { id: writer.entityId, name: writer.entityName },
      items: lines,
      subtotal: subtotal / 100,
      discount_total: 0,
      freight_total: 0,
      adjustments: [],
      tax: tax / 100,
      tax_lines: [
        {
          rule_id: null,
          name: 'Tax',
          base: subtotal / 100,
          rate: parties.tax_rate_bps / 100,
          amount: tax / 100,
        },
      ],
      total: (subtotal + tax) / 100,
      delivery_date: null,
      delivery_window: null,
      notes: null,
      receiving_location_id: parties.location_id,
      cancellation: null,
      recall: null,
      disputed_at: null,
      disputable_until: null,
      created_at: now,
      updated_at: now,
      credit_total: null,
      shipment: null,
      po_number: null,
      entered_by: 'buyer',
      buyer_stock: true,
      invoice: null,
    };
    await insertOrder(tx, writer, order, holds, parties);
    return { ...order, external_ids: {} };
  });
}

interface Line {
  id: string;
  product_id: string;
  product_name: string;
  variant_id: string;
  sku: string;
  category: string;
  quantity: number;
  unit_price: number;
  total: number;
}

interface Order extends Record<string, unknown> {
  id: string;
  order_number: string;
  wholesaler: { id: string };
  retailer: { id: string };
  items: Line[];
  subtotal: number;
  tax: number;
  total: number;
  created_at: string;
}

interface Hold {
  lineId: string;
  row: StockRow;
  quantity: number;
}

async function insertOrder(tx: Tx, writer: Writer, order: Order, holds: Hold[], parties: Parties) {
  const requestId = v7();
  const { id: orderId, wholesaler, retailer } = order;
  const rowIds = holds.map((hold) => hold.row.id);
  const units = holds.map((hold) => hold.quantity);
  await Promise.all([
    tx`insert into orders (id, order_number, wholesaler_id, retailer_id, receiving_location_id, units, subtotal_cents,
        tax_rate_bps, tax_cents, total_cents, created_by, created_at)
      values (${orderId}, ${order.order_number}, ${wholesaler.id}, ${retailer.id}, ${parties.location_id},
        ${units.reduce((sum, count) => sum + count, 0)}, ${cents(order.subtotal)}, ${parties.tax_rate_bps}, ${cents(order.tax)}, ${cents(order.total)},
        ${writer.userId}, ${order.created_at})`,
    tx`insert into order_items ${tx(
      order.items.map(({ id, product_id, product_name, variant_id, sku, quantity, ...line }, position) => ({
        ...{ id, product_id, product_name, variant_id, sku, quantity },
        order_id: orderId,
        retailer_id: retailer.id,
        unit_price_cents: cents(line.unit_price),
        total_cents: cents(line.total),
        tax_category: line.category,
        position,
      })),
    )}`,
    tx`insert into order_allocations (order_id, order_item_id, inventory_item_id, quantity)
      select ${orderId}::uuid, *
      from unnest(${holds.map((hold) => hold.lineId)}::uuid[], ${rowIds}::uuid[], ${units}::int[])`,
    tx`with moved as (
        update inventory_items i set reserved_quantity = i.reserved_quantity + m.units
        from unnest(${rowIds}::uuid[], ${units}::int[], ${holds.map(() => v7())}::uuid[]) as m (id, units, ledger_id)
        where i.id = m.id returning i.*, m.units, m.ledger_id
      ), leveled as (
        update stock_levels l set reserved_quantity = l.reserved_quantity + m.units, available = l.available - m.units
        from (select location_id, variant_id, sum(units) as units from moved group by location_id, variant_id) m
        where l.location_id = m.location_id and l.variant_id = m.variant_id)
      insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
        reserved_after, actor_id, actor_name, source_type, source_id, request_id)
      select ledger_id, entity_id, id, 'SALE', 0, units, quantity, reserved_quantity, ${writer.userId}, ${writer.name},
        'order', ${orderId}, ${requestId} from moved`,
    tx`insert into order_history (id, order_id, action, to_status, actor_id, actor_name, actor_entity_id)
      values (${v7()}, ${orderId}, 'created', 'pending', ${writer.userId}, ${writer.name}, ${writer.entityId})`,
    ...[wholesaler, retailer].map((party) =>
      insertEvent(tx, party.id, 'order.created', null, {
        ...order,
        previous_status: null,
        status_notes: null,
      }),
    ),
    insertAudit(tx, writer, requestId, ['order.created', 'order', orderId], null, {
      before: null,
      after: { ...order, external_ids: {} },
    }),
  ]);
}

function holdsOf(line: { id: string; variant_id: string; quantity: number }, stock: StockRow[]): Hold[] {
  const holds: Hold[] = [];
  let left = line.quantity;
  for (const row of stock) {
    const quantity = row.variant_id === line.variant_id ? Math.min(left, row.available) : 0;
    if (quantity === 0) continue;
    row.available -= quantity;
    left -= quantity;
    holds.push({ lineId: line.id, row, quantity });
  }
  if (left > 0) throw new Error('not enough stock');
  return holds;
}

type Places = string[] | null;

function insertEvent(tx: Tx, entityId: string, type: string, places: Places, data: object) {
  return tx`insert into events (id, entity_id, type, location_ids, data)
    values (${v7()}, ${entityId}, ${type}, ${places}, ${tx.json(data as postgres.JSONValue)})`;
}

/** Who is named in an audit row. */
type Author = Pick<Writer, 'entityId' | 'userId' | 'name' | 'address'>;

export function insertAudit(
  tx: Tx,
  { entityId, userId, name, address }: Author,
  requestId: string,
  [action, objectType, objectId]: [string, string, string],
  places: Places,
  { before, after }: { before: object | null; after: object },
) {
  return tx`insert into audit_log (id, entity_id, actor_id, actor_name, action, object_type, object_id, location_ids, before,
      after, request_id, address)
    values (${v7()}, ${entityId}, ${userId}, ${name}, ${action}, ${objectType}, ${objectId}, ${places},
      ${before && tx.json(before as postgres.JSONValue)}, ${tx.json(after as postgres.JSONValue)}, ${requestId}, ${address})`;
}

const cents = (dollars: number) => Math.round(dollars * 100);

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
function orderNumber(): string {
  const random = Array.from({ length: 6 }, () => CROCKFORD[randomInt(32)]).join('');
  return `ORD-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-${random}`;
}

function missing(productId: string): never {
  throw new Error(`no product ${productId} is for sale`);
}
