import { expect, test } from 'vitest';
import { createProduct, createStock, type TestProduct } from '../../factories/catalog';
import { type OrderBody, openTrade, type Trade } from '../../factories/trade';
import type { Answer } from '../../setup/client';
import { IS_FULL } from '../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../setup/invariants';
import { type Random, seeded } from '../../setup/random';
import { openOwnStage, openStage } from '../../setup/stage';
import { Model, type ModelOrder } from './model';

const stage = IS_FULL ? await openOwnStage() : await openStage();
const STEPS = Number(process.env.MODEL_STEPS ?? (IS_FULL ? 5_000 : 80));
const SEED = Number(process.env.MODEL_SEED ?? 1);
const VARIANTS = 4;
const MOVES = ['accepted', 'preparing', 'shipped', 'delivered', 'cancelled', 'pending'];

/** The platform and the model side by side. */
class Run {
  readonly orders: OrderBody[] = [];

  constructor(
    readonly trade: Trade,
    readonly catalog: readonly TestProduct[],
    readonly itemIds: readonly string[],
    readonly model: Model,
    readonly random: Random,
  ) {}

  /** Runs one random operation on both. @returns the operation, the expected and the actual status */
  async step(): Promise<{ done: string; expected: number; answer: Answer }> {
    const kind = this.model.orders.length === 0 ? 1 : this.random.below(11);
    if (kind === 0) return this.adjust();
    if (kind === 10) return this.transfer();
    if (kind <= 2) return this.place();
    const index = Math.max(0, this.model.orders.length - 1 - this.random.below(6));
    const order = this.model.orders[index] as ModelOrder;
    const { id } = this.orders[index] as OrderBody;
    return kind <= 5 ? this.edit(order, id) : this.move(order, id);
  }

  private async adjust() {
    const index = this.random.below(this.itemIds.length);
    const change = this.random.below(2) === 0 ? 1 + this.random.below(30) : -1 - this.random.below(30);
    const expected = this.model.adjust(index, change);
    const body = { quantity_change: change, reason_code: 'AUDIT' };
    const answer = await this.trade.seller.patch(`/api/v1/inventory/${this.itemIds[index]}`, body);
    return { done: `adjust row ${index} by ${change}`, expected, answer };
  }

  private async transfer() {
    const from = this.random.below(this.itemIds.length);
    // The rows of a variant stand side by side: its vault, then its sales floor.
    const to = from % 2 === 0 ? from + 1 : from - 1;
    const quantity = 1 + this.random.below(25);
    const expected = this.model.transfer(from, to, quantity);
    const line = {
      inventory_id: this.itemIds[from],
      to_location_id: this.trade.wholesaler.locationIds[0],
      to_room_type: to % 2 === 0 ? 'vault' : 'sales_floor',
      quantity,
    };
    const answer = await this.trade.seller.post('/api/v1/inventory/transfers', { lines: [line] });
    return { done: `transfer ${quantity} from row ${from} to ${to}`, expected, answer };
  }

  private async place() {
    const variants = this.random.shuffled([...this.catalog.keys()]).slice(0, 1 + this.random.below(3));
    const wanted = new Map(variants.map((variant) => [variant, 1 + this.random.below(12)]));
    const expected = this.model.place(wanted);
    const items = [...wanted].map(([variant, quantity]) => ({ product_id: this.idOf(variant), quantity }));
    const order = { wholesaler_id: this.trade.wholesaler.id, items };
    const answer = await this.trade.buyer.post<OrderBody>('/api/v1/orders', order);
    if (answer.status === 201) this.orders.push(answer.body);
    return { done: `place ${JSON.stringify([...wanted])}`, expected, answer };
  }

  private async edit(order: ModelOrder, id: string) {
    const side = this.side();
    const client = side === 'retailer' ? this.trade.buyer : this.trade.seller;
    const path = `/api/v1/orders/${id}/items`;
    const quantity = 1 + this.random.below(15);
    const kind = this.random.below(3);
    if (kind === 0) {
      const variant = this.random.below(VARIANTS);
      const expected = this.model.add(order, side, variant, quantity);
      const answer = await client.post(path, { product_id: this.idOf(variant), quantity });
      return { done: `${side} adds ${quantity} of ${variant}`, expected, answer };
    }
    const { variant } = this.random.pick(order.lines);
    const shown = await client.get<OrderBody>(`/api/v1/orders/${id}`);
    const line = shown.body.items.find((item) => item.product_id === this.idOf(variant));
    if (kind === 1) {
      const expected = this.model.remove(order, side, variant);
      const answer = await client.delete(`${path}/${line?.id}`);
      return { done: `${side} removes ${variant}`, expected, answer };
    }
    const expected = this.model.setQuantity(order, side, variant, quantity);
    const answer = await client.patch(`${path}/${line?.id}`, { quantity });
    return { done: `${side} sets ${variant} to ${quantity}`, expected, answer };
  }

  private async move(order: ModelOrder, id: string) {
    const side = this.side();
    const client = side === 'retailer' ? this.trade.buyer : this.trade.seller;
    const from = order.status;
    // Mostly the step that comes next, so that orders get somewhere.
    const next = MOVES[['pending', ...MOVES].indexOf(from)] ?? 'cancelled';
    const to = this.random.below(3) > 0 ? next : this.random.pick(MOVES);
    const expected = this.model.move(order, side, to);
    const cancels = to === 'cancelled' && this.random.below(2) === 0;
    const answer = cancels
      ? await client.post(`/api/v1/orders/${id}/cancel`)
      : await client.patch(`/api/v1/orders/${id}/status`, { status: to });
    return { done: `${side} moves ${from} → ${to}`, expected, answer };
  }

  /** Balances as the database has them, in the model's terms. */
  async balances() {
    const rows = await stage.sql<{ id: string; quantity: number; reserved: number }[]>`
      select id, quantity, reserved_quantity as reserved from inventory_items
      where entity_id = ${this.trade.wholesaler.id}`;
    const byId = new Map(rows.map((row) => [row.id, row]));
    const received = await stage.sql<{ product_id: string; quantity: number }[]>`
      select product_id, quantity from inventory_items where entity_id = ${this.trade.retailer.id}`;
    return {
      rows: this.itemIds.map((id, i) => ({
        variant: this.model.rows[i]?.variant,
        quantity: byId.get(id)?.quantity,
        reserved: byId.get(id)?.reserved,
      })),
      received: this.catalog.map(
        ({ id }) => received.find(({ product_id }) => product_id === id)?.quantity ?? 0,
      ),
    };
  }

  private side() {
    return this.random.below(2) === 0 ? ('retailer' as const) : ('wholesaler' as const);
  }

  private idOf(variant: number): string {
    return this.catalog[variant]?.id ?? '';
  }
}

async function openRun(): Promise<Run> {
  const trade = await openTrade(stage);
  const catalog = await Promise.all(
    Array.from({ length: VARIANTS }, () => createProduct(stage.db, trade.wholesaler)),
  );
  const itemIds: string[] = [];
  const rows = [];
  for (const [variant, { variantId }] of catalog.entries()) {
    // The floor is older, and is drawn on last all the same.
    const floor = await createStock(stage.db, trade.wholesaler, variantId, 10, { roomType: 'sales_floor' });
    itemIds.push(await createStock(stage.db, trade.wholesaler, variantId, 20), floor);
    rows.push({ variant, quantity: 20, reserved: 0 }, { variant, quantity: 10, reserved: 0 });
  }
  return new Run(trade, catalog, itemIds, new Model(rows, VARIANTS), seeded(SEED));
}

test(`${STEPS} random operations (seed ${SEED}): after every step the stock is what the model says and what the ledger adds up to`, {
  timeout: 60_000 + STEPS * 100,
}, async () => {
  const run = await openRun();
  const seen = new Map<number, number>();
  for (let step = 1; step <= STEPS; step++) {
    const { done, expected, answer } = await run.step();
    expect(answer.status, `step ${step}: ${done}: ${answer.text}`).toBe(expected);
    expect(await run.balances(), `step ${step}: ${done}`).toEqual({
      rows: run.model.rows,
      received: run.model.received,
    });
    await expectStockAddsUp(stage.sql);
    seen.set(expected, (seen.get(expected) ?? 0) + 1);
  }
  await expectOrdersAddUp(stage.sql);
  for (const order of run.orders.entries()) {
    const [index, { id }] = order;
    const { body } = await run.trade.buyer.get<OrderBody>(`/api/v1/orders/${id}`);
    expect(body.status).toBe(run.model.orders[index]?.status);
  }
  // A run with only rejections, or none, proves nothing.
  expect([...seen.keys()].sort()).toEqual([200, 201, 403, 409]);
});
