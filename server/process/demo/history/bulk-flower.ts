import type { OrderStatus } from '../../../features/orders/shapes/flow.schema';
import { PACKING } from '../../../kernel/order-statuses';
import type { Business, Ware } from '../businesses';
import { HOUR, idAt } from '../identity';
import { Random } from '../random';
import type { OrderBook } from './orders';
import type { Resale } from './resale';
import type { World } from './world';

/** What was harvested, in hundredths of a pound. */
const HARVESTS = [
  { daysAgo: 70, steps: 4250 },
  { daysAgo: 24, steps: 3615 },
] as const;
/** Per pound. */
const COST_CENTS = 82_500;
const LISTED_DAYS_AGO = 30;
const RESOLD_AT_CENTS = 147_500;
/** Hours since placing at which an order takes each step; it is weighed in between. */
const STEPS: ReadonlyArray<readonly [OrderStatus, hours: number]> = [
  ['accepted', 3],
  [PACKING, 5],
  ['shipped', 26],
  ['delivered', 30],
];
const WEIGHED = 6;

interface Deal {
  daysAgo: number;
  ordered: number;
  /** Less than was ordered; absent until it is weighed. */
  packed?: number;
  until: OrderStatus;
}
const TO_DISTRIBUTOR: readonly Deal[] = [
  { daysAgo: 38, ordered: 1500, packed: 1487, until: 'delivered' },
  { daysAgo: 7, ordered: 1000, packed: 987, until: 'delivered' },
];
const TO_OTHER: readonly Deal[] = [{ daysAgo: 2, ordered: 625, packed: 618, until: 'shipped' }];
const RESOLD: readonly Deal[] = [
  { daysAgo: 16, ordered: 400, packed: 396, until: 'delivered' },
  { daysAgo: 3, ordered: 250, until: PACKING },
];

/**
 * Flower by the pound: a farm sells it to two distributors, and one of them some of it on to a third. Less is packed than was asked for.
 * It comes after all else, and changes nothing of that.
 */
export function sellBulkFlower(
  world: World,
  book: OrderBook,
  resale: Resale,
  parties: Record<'farm' | 'distributor' | 'other' | 'customer', Business>,
): void {
  const { farm, distributor, other, customer } = parties;
  const [ware, [barn], [grower]] = [farm.bulk, farm.locations, farm.staff];
  if (!ware || !barn || !grower) throw new Error(`${farm.entity.name} sells nothing by the pound`);
  const listed = listOn(world, resale, distributor, ware);
  const harvest = (steps: number, daysAgo: number) => {
    const at = world.on(daysAgo, 9);
    const stock = world.book.open(farm.entity.id, barn.id, 'vault', ware, at);
    const lot = world.batches.arrive(farm, ware, at);
    const arrival = { stock, units: steps, lot, unitCostCents: COST_CENTS };
    world.goods.receive(world, [arrival], { at, actor: grower, from: null });
  };
  const tell = (seller: Business, buyer: Business, sold: Ware) => (deal: Deal) => ({
    daysAgo: deal.daysAgo,
    happen: () => trade(world, book, { deal, ware: sold, seller, buyer }),
  });
  const events = [
    ...HARVESTS.map(({ daysAgo, steps }) => ({ daysAgo, happen: () => harvest(steps, daysAgo) })),
    ...TO_DISTRIBUTOR.map(tell(farm, distributor, ware)),
    ...TO_OTHER.map(tell(farm, other, ware)),
    ...RESOLD.map(tell(distributor, customer, listed)),
  ];
  for (const { happen } of events.sort((one, two) => two.daysAgo - one.daysAgo)) happen();
  // In the order of time, as all others.
  book.orders.sort((one, two) => Number(one.row.createdAt) - Number(two.row.createdAt));
}

function listOn(world: World, { rows }: Resale, seller: Business, ware: Ware): Ware {
  const at = world.on(LISTED_DAYS_AGO, 9);
  const [id, sellerId, createdAt] = [idAt(at), seller.entity.id, new Date(at)];
  const sold = { sku: `GCD-${ware.sku}`, wholesalePriceCents: RESOLD_AT_CENTS };
  const { id: variantId, productId } = ware;
  rows.push({ id, sellerId, variantId, productId, ...sold, active: true, createdAt, updatedAt: createdAt });
  return { ...ware, ...sold, listedAt: at };
}

function trade(
  world: World,
  book: OrderBook,
  {
    deal: { daysAgo, ordered, packed, until },
    ware,
    seller,
    buyer,
  }: { deal: Deal; ware: Ware; seller: Business; buyer: Business },
): void {
  const [packer] = seller.staff;
  const [actor = packer] = buyer.staff;
  if (!actor || !packer) throw new Error(`${seller.entity.name} has no staff`);
  const placedAt = world.on(daysAgo, 10);
  const order = book.place({
    ...{ at: placedAt, retailer: buyer, wholesaler: seller, actor, location: 0 },
    ...{ wanted: [{ ware, quantity: ordered }], random: new Random('bulk', buyer.key, daysAgo) },
  });
  for (const [status, hours] of STEPS) {
    const isEntered = actor === packer && status === 'accepted';
    const at = placedAt + (isEntered ? 0 : hours) * HOUR;
    book.move(order, status, { at, actor: status === 'delivered' ? actor : packer });
    if (status === PACKING && packed)
      book.pack(order, packed, { at: placedAt + WEIGHED * HOUR, actor: packer });
    if (status === until) return;
  }
}
