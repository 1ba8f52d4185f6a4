import type { Business } from '../businesses';
import { idAt } from '../identity';
import { Random } from '../random';
import { receiveGoods } from './receive';
import { available, type Stock } from './stock-book';
import { HISTORY_DAYS, type World } from './world';

const FARMS = [
  { name: 'Covelo Sun Cooperative', license: 'CCL19-0000317' },
  { name: 'Salmon Creek Growers', license: 'CCL20-0001842' },
  { name: 'Anderson Valley Collective', license: 'CCL18-0000455' },
  { name: 'Solstice Labs', license: 'CDPH-10002291' },
];
/** A product is reordered below this many lots. */
const LOW_LOTS = 14;
const DEPOT_EVERY_DAYS = 9;

/** A seller's mornings: what is low of its own goods comes from the farms, or the drying barn, and sometimes the depot is refilled. */
export function keepWarehouse(world: World, business: Business): void {
  for (let day = HISTORY_DAYS - 1; day >= 0; day--) {
    const random = new Random('warehouse', business.key, day);
    world.agenda.add(world.on(day, 7), (at) => receiveLow(world, business, random, at));
    if (day % DEPOT_EVERY_DAYS === 4) {
      world.agenda.add(world.on(day, 11), (at) => fillDepot(world, business, random, at));
    }
  }
}

function receiveLow(world: World, business: Business, random: Random, at: number): void {
  const own = new Set(business.wares);
  const low = vaultOf(world, business).filter(
    (stock) => own.has(stock.ware) && !stock.ware.scarce && available(stock) < stock.ware.lot * LOW_LOTS,
  );
  const isFarm = business.entity.type === 'cultivator';
  const goods = low.slice(0, 6).map((stock) => ({ stock, units: stock.ware.lot * random.int(18, 36) }));
  const isHarvest = ({ stock }: (typeof goods)[number]) => isFarm && stock.ware.category === 'flower';
  const by = { at, actor: random.pick(business.staff) };
  receiveGoods(world, business, goods.filter(isHarvest), { ...by, from: null });
  const bought = goods.filter((one) => !isHarvest(one));
  const from = random.pick(isFarm ? FARMS.slice(-1) : FARMS);
  receiveGoods(world, business, bought, { ...by, from });
}

function fillDepot(world: World, business: Business, random: Random, at: number): void {
  const [vault, depot] = business.locations;
  if (!vault || !depot) return;
  const plenty = vaultOf(world, business).filter((stock) => available(stock) > stock.ware.lot * 24);
  const transferId = idAt(at);
  const actor = random.pick(business.staff);
  if (plenty.length === 0) return;
  const notes = `To ${depot.name}`;
  world.acts.transfer({ id: transferId, at, actor }, [vault.id, depot.id], notes);
  for (const from of random.shuffle(plenty).slice(0, 5)) {
    const units = Math.max(from.ware.lot * 4, 16);
    const to = world.book.open(business.entity.id, depot.id, 'vault', from.ware, at);
    world.book.price(to, units, from.costCents, from.averageCost);
    const cause = {
      at,
      actor,
      requestId: transferId,
      reason: 'TRANSFER',
      source: { type: 'transfer', id: transferId },
      notes,
    } as const;
    for (const part of world.book.change(from, -units, cause)) {
      world.book.move(to, part.units, 0, cause, part.lot, 'inferred');
    }
  }
}

/** Returns the vault where goods arrive. */
function vaultOf(world: World, { locations: [first] }: Business): readonly Stock[] {
  return first ? world.book.inRoom(first.id, 'vault') : [];
}
