import { expect, test } from 'vitest';
import { accountOf, expectAccounted, lookAt } from '../../../factories/accounting';
import { createLot, type LotBody } from '../../../factories/lots';
import { openRecall } from '../../../factories/recalls';
import { correct, file, type ReceiptBody, type ReturnBody } from '../../../factories/receipts';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../../factories/trade';
import { type Answer, ok } from '../../../setup/client';
import { expectError } from '../../../setup/expect';
import { IS_FULL } from '../../../setup/full';
import { expectOrdersAddUp, expectStockAddsUp } from '../../../setup/invariants';
import { type Random, seeded } from '../../../setup/random';
import { openStage } from '../../../setup/stage';

const stage = await openStage();
const { sql } = stage;
const SEED = Number(process.env.MODEL_SEED ?? 1);
const SEEDS = Array.from({ length: IS_FULL ? 12 : 2 }, (_, n) => SEED + n);
const STEPS = IS_FULL ? 45 : 16;
const MADE = 400;
const PRICE = 10;

const CONDITIONS = ['sellable', 'damaged', 'destroyed'] as const;

/** What a shipment became, by the model. */
interface Shipment {
  order: OrderBody;
  receipt: ReceiptBody | null;
  accepted: number;
  rejected: number;
  damaged: number;
  short: number;
  /** On returns that the seller has counted, and what came back of them. */
  counted: number;
  came: number;
  destroyed: number;
}

const unitsOf = ({ order }: Shipment) => order.items[0]?.quantity ?? 0;
const open = (one: Shipment) => one.rejected + one.damaged - one.counted;

/** The platform and the model side by side. */
class Walk {
  readonly shipments: Shipment[] = [];

  constructor(
    readonly trade: Trade,
    readonly lot: LotBody,
    readonly random: Random,
  ) {}

  async step(): Promise<string> {
    const [kind] = [this.random.below(10)];
    const candidates = (of: (one: Shipment) => boolean) => this.shipments.filter(of);
    const underWay = candidates(({ receipt, order }) => receipt === null && order.status === 'shipped');
    const unsaid = candidates(({ receipt, order }) => receipt === null && order.status === 'delivered');
    const filed = candidates(({ receipt }) => receipt !== null);
    const returning = candidates((one) => open(one) > 0);
    if (kind <= 1 || this.shipments.length === 0) return this.ship();
    if (kind === 2 && underWay.length > 0) return this.deliver(this.random.pick(underWay));
    if (kind <= 5 && underWay.length + unsaid.length > 0)
      return this.receive(this.random.pick([...underWay, ...unsaid]));
    if (kind <= 7 && filed.length > 0) return this.correct(this.random.pick(filed));
    if (returning.length > 0) return this.count(this.random.pick(returning));
    return this.ship();
  }

  private async ship() {
    const order = await placeOrderIn(this.trade, 'shipped', 1 + this.random.below(12));
    const none = { accepted: 0, rejected: 0, damaged: 0, short: 0, counted: 0, came: 0, destroyed: 0 };
    this.shipments.push({ order, receipt: null, ...none });
    return `ship ${order.items[0]?.quantity}`;
  }

  /** The status alone: everything counts as accepted. */
  private async deliver(one: Shipment) {
    const path = `/api/v1/orders/${one.order.id}/status`;
    one.order = ok(await this.trade.seller.patch<OrderBody>(path, { status: 'delivered' }));
    one.accepted = unitsOf(one);
    return 'deliver by status';
  }

  private split(one: Shipment) {
    const rest = { left: unitsOf(one) };
    const part = () => {
      const units = this.random.below(2) === 0 ? 0 : this.random.below(rest.left + 1);
      rest.left -= units;
      return units;
    };
    const [rejected, damaged, short] = [part(), part(), part()];
    return { accepted: rest.left, rejected, damaged, short };
  }

  /** Some state short units in the way of before. */
  private said({ accepted, rejected, damaged, short }: ReturnType<Walk['split']>) {
    const asBefore = rejected === 0 && this.random.below(2) === 0;
    return asBefore
      ? { accepted, rejected: short, damaged, reason_code: 'short' }
      : { accepted, rejected, damaged, short, reason_code: 'other' };
  }

  private async receive(one: Shipment) {
    const split = this.split(one);
    const byDriver = one.order.status === 'shipped' && this.random.below(3) === 0;
    const party = byDriver ? { buyer: this.trade.seller } : this.trade;
    one.receipt = ok(await file(party, one.order, this.said(split)));
    Object.assign(one, split);
    return `receive ${JSON.stringify(split)}`;
  }

  private async correct(one: Shipment) {
    const split = this.split(one);
    const answer = await correct(this.trade, one.receipt as ReceiptBody, this.said(split));
    const isGone = split.rejected + split.damaged < one.counted;
    if (isGone) expect(expectError(answer, 'CONFLICT').reason).toBe('return_received');
    else {
      one.receipt = ok(answer);
      Object.assign(one, split);
    }
    return `correct to ${JSON.stringify(split)}${isGone ? ', rejected' : ''}`;
  }

  private async count(one: Shipment, held = false) {
    const units = open(one);
    const received = this.random.below(2) === 0 ? units : this.random.below(units + 1);
    const condition = this.random.pick(CONDITIONS);
    const room = condition === 'sellable' && this.random.below(2) === 0 ? { room_type: 'vault' } : {};
    const answer = await this.countAs(one, { received, condition, ...room });
    if (held && received > 0 && 'room_type' in room) {
      expect(expectError(answer, 'CONFLICT').reason).toBe('blocked_lots');
      return 'counted for sale while on hold, rejected';
    }
    const counted = ok(answer);
    expect(counted.lines).toMatchObject([{ quantity: units, received_quantity: received }]);
    one.counted += units;
    one.came += received;
    if (condition === 'destroyed') one.destroyed += received;
    return `count ${received} of ${units} ${condition}`;
  }

  private async countAs(one: Shipment, fields: object): Promise<Answer<ReturnBody>> {
    const { seller, wholesaler } = this.trade;
    const path = `/api/v1/returns?order_id=${one.order.id}&status=open`;
    const { data } = ok(await seller.get<{ data: ReturnBody[] }>(path));
    expect(data).toHaveLength(1);
    const lines = [{ item_id: one.order.items[0]?.id, ...fields }];
    const body = { location_id: wholesaler.locationIds[0], lines };
    return seller.post<ReturnBody>(`/api/v1/returns/${data[0]?.id}/receive`, body);
  }

  /** Receives and counts what is left while the batch is recalled. */
  async finish(): Promise<void> {
    for (const one of this.shipments) {
      if (one.receipt === null && one.order.status === 'shipped') await this.receive(one);
    }
    for (const one of this.shipments) if (open(one) > 0) await this.count(one, true);
  }

  sum(of: (one: Shipment) => number) {
    return this.shipments.reduce((units, one) => units + of(one), 0);
  }

  /** What the model says of the buyer's units. */
  account() {
    const underWay = (one: Shipment) => one.receipt === null && one.order.status === 'shipped';
    return {
      on_hand: this.sum(({ accepted }) => accepted),
      in_transit: this.sum((one) => (underWay(one) ? unitsOf(one) : 0)),
      not_arrived: this.sum(({ short }) => short),
      returning: this.sum(open),
      returned: this.sum(({ came }) => came),
      unknown: this.sum(({ counted, came }) => counted - came),
      ...{ reserved: 0, sold: 0, lost: 0, destroyed: 0, consumed: 0, passed_on: 0, added: 0 },
    };
  }

  async check(): Promise<void> {
    const { seller, buyer, stockId, product } = this.trade;
    const stock = async (client: typeof seller) => {
      const path = `/api/v1/inventory?product_id=${product.id}`;
      const { data } = ok(await client.get<{ data: { quantity: number }[] }>(path));
      return data.reduce((units, { quantity }) => units + quantity, 0);
    };
    const kept = MADE - this.sum(unitsOf) + this.sum(({ came, destroyed }) => came - destroyed);
    expect(await stock(seller), `stock of ${stockId}`).toBe(kept);
    expect(await stock(buyer)).toBe(this.account().on_hand);
    for (const { order, receipt, accepted } of this.shipments) {
      const { credit_total } = ok(await buyer.get<OrderBody>(`/api/v1/orders/${order.id}`));
      const quantity = order.items[0]?.quantity ?? 0;
      expect(credit_total).toBe(receipt ? (quantity - accepted) * PRICE : null);
    }
    await expectStockAddsUp(sql);
    await expectOrdersAddUp(sql);
  }
}

test.each(SEEDS)(
  'no unit comes back that never arrived, and the sums are equal after each step (seed %i)',
  async (seed) => {
    const trade = await openTrade(stage, { quantity: MADE, prices: [PRICE * 100] });
    const { seller, retailer, wholesaler } = trade;
    const lot = await createLot(seller, trade.stockId, 'FIG-48', MADE, { expires_on: '2099-01-01' });
    const walk = new Walk(trade, lot, seeded(seed));
    const done: string[] = [];
    for (let n = 0; n < STEPS; n++) {
      done.push(await walk.step());
      const seen = await lookAt(sql, seller, lot.batch);
      expect(accountOf(seen, retailer), done.join('\n')).toEqual(walk.account());
      expect(accountOf(seen, wholesaler), done.join('\n')).toMatchObject({
        destroyed: walk.sum(({ destroyed }) => destroyed),
        unknown: 0,
      });
      await walk.check();
    }
    const recall = await openRecall(seller, lot.batch);
    await walk.finish();
    const seen = await expectAccounted(sql, seller, recall);
    expect(accountOf(seen, retailer), done.join('\n')).toEqual(walk.account());
    await walk.check();
    await expectTraced(walk);
  },
);

/** Forward, each unit of the batch is in one row: what never arrived in its shipment's, what was destroyed in its order's. */
async function expectTraced({ trade, lot, ...walk }: Walk): Promise<void> {
  type Row = { direction: string; state: string; quantity: number; kind: string };
  const path = `/api/v1/batches/${lot.batch}/trace?limit=200`;
  const { data } = ok(await trade.seller.get<{ data: Row[] }>(path));
  const forward = data.filter(({ direction }) => direction === 'forward');
  const ofOrders = (state: string) =>
    forward.reduce((sum, row) => (row.kind === 'order' && row.state === state ? sum + row.quantity : sum), 0);
  expect(forward.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(MADE);
  const sum = (of: (one: Shipment) => number) => walk.shipments.reduce((units, one) => units + of(one), 0);
  expect(ofOrders('shipped')).toBe(sum(({ short }) => short));
  expect(ofOrders('received')).toBe(sum(({ accepted }) => accepted));
  expect(ofOrders('returned')).toBe(sum((one) => open(one) + one.counted - one.came + one.destroyed));
}
