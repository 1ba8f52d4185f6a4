import type { backorderFills, backorders } from '../../../features/orders/backorders/tables';
import { oneStep } from '../../../features/pricing/ladder';
import { addDays, dateIn } from '../../../kernel/clock';
import type { Business, Ware } from '../businesses';
import { DAY, HOUR, idAt } from '../identity';
import { TIMEZONE } from '../people';
import { Random } from '../random';
import type { Order } from './order';
import type { OrderBook } from './orders';
import type { World } from './world';

type Row = typeof backorders.$inferInsert & { id: string; createdAt: Date };

export interface ToldBackorder {
  row: Row;
  seller: Business;
  productName: string;
  fills: Array<typeof backorderFills.$inferInsert>;
}

interface Case {
  seller: Business;
  buyer: Business;
}

const BACKORDER_DAYS = 30;
const ASKED = 24;

/** What buyers wait for: what orders fell short of, and what was asked for by phone. */
export class Shortages {
  readonly backorders: ToldBackorder[] = [];

  constructor(
    private readonly world: World,
    private readonly book: OrderBook,
  ) {}

  /** An order of the last of a batch: it gets what there is, and the rest goes on backorder. */
  order({ seller, buyer }: Case, hoursAgo: number): void {
    const { world, book } = this;
    world.agenda.add(Math.floor(world.now - hoursAgo * HOUR), (at) => {
      const random = new Random('shortage', buyer.key, hoursAgo);
      const left = (ware: Ware) => world.book.onHand(seller.entity.id, ware.id);
      const last = seller.wares.find((ware) => ware.scarce && left(ware) > 0 && left(ware) < ASKED);
      const plenty = seller.wares.find((ware) => !ware.scarce && ware.lot >= 6 && left(ware) > 60);
      if (!last || !plenty) return;
      const units = left(last);
      const isEntered = buyer.staff.length === 0;
      const actor = random.pick(isEntered ? seller.staff : buyer.staff);
      const wanted = [
        { ware: plenty, quantity: 2 * plenty.lot },
        { ware: last, quantity: units, requested: ASKED },
      ];
      const placing = { at, retailer: buyer, wholesaler: seller, actor, wanted, location: 0, random };
      const order = book.place(placing);
      this.open(at, { seller, buyer }, { ware: last, quantity: ASKED - units, order });
      if (isEntered) book.move(order, 'accepted', { at, actor });
    });
  }

  /** What the seller noted without an order. It is in stock again unless the buyer has given up. */
  note({ seller, buyer }: Case, daysAgo: number, outcome: 'ready' | 'cancelled'): void {
    const { world } = this;
    const ware = seller.wares.find(
      (one) =>
        !one.scarce &&
        one.lot > (outcome === 'ready' ? 6 : 3) &&
        world.book.onHand(seller.entity.id, one.id) > ASKED,
    );
    if (!ware) return;
    const { row } = this.open(
      world.now - daysAgo * DAY,
      { seller, buyer },
      { ware, quantity: ASKED, order: null },
    );
    const changedAt = new Date(world.now - (outcome === 'ready' ? 3 * HOUR : DAY));
    if (outcome === 'ready') row.readyAt = changedAt;
    else row.status = outcome;
    row.updatedAt = changedAt;
  }

  /** The first line of an order that the seller entered some days ago was on backorder before. */
  fillWith({ row: { id: orderId, createdAt }, wholesaler: seller, retailer: buyer, lines }: Order): void {
    const [line] = lines;
    if (!line || !createdAt) return;
    const {
      ware,
      row: { quantity },
    } = line;
    const told = this.open(createdAt.getTime() - 5 * DAY, { seller, buyer }, { ware, quantity, order: null });
    Object.assign(told.row, { filled: quantity, status: 'filled', updatedAt: createdAt });
    told.fills.push({ backorderId: told.row.id, orderId, quantity });
  }

  private open(
    at: number,
    { seller, buyer }: Case,
    { ware, quantity, order }: { ware: Ware; quantity: number; order: Order | null },
  ): ToldBackorder {
    const day = dateIn(TIMEZONE, new Date(at));
    const row: Row = {
      id: idAt(at),
      sellerId: seller.entity.id,
      buyerId: buyer.entity.id,
      productId: ware.productId,
      variantId: ware.id,
      productName: ware.productName,
      sku: ware.sku,
      orderId: order?.row.id ?? null,
      receivingLocationId: buyer.locations[0]?.id ?? '',
      quantity,
      filled: 0,
      ladder: oneStep(ware.wholesalePriceCents),
      status: 'open',
      expiresOn: addDays(day, BACKORDER_DAYS),
      readyAt: null,
      createdAt: new Date(at),
      updatedAt: new Date(at),
    };
    const told = { row, seller, productName: ware.productName, fills: [] };
    this.backorders.push(told);
    return told;
  }
}
