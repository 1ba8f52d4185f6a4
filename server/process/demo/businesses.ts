import type { users } from '../../features/auth/tables';
import type { connections, entities, locations } from '../../features/entities/tables';
import type { posConnections } from '../../features/pos/tables';
import type { products, productVariants } from '../../features/products/tables';
import { addDays, dateIn } from '../../kernel/clock';
import type { WeightUnit } from '../../kernel/weights';
import type { DemoProduct, DemoVariant } from './catalog/product';
import { RANGES } from './catalog/ranges';
import { DAY, HOUR, idAt } from './identity';
import {
  DEMO_BUSINESSES,
  DEMO_CONNECTIONS,
  type DemoBusiness,
  type DemoKey,
  STATE,
  TIMEZONE,
} from './people';
import type { Pictured } from './pictures/files';
import { Random } from './random';

/** A variant with the product fields that the history needs. */
export interface Ware extends Pick<DemoVariant, 'name' | 'priceCents' | 'wholesalePriceCents' | 'lot'> {
  id: string;
  productId: string;
  productName: string;
  sku: string;
  category: DemoProduct['category'];
  /** When it was added to the catalog. */
  listedAt: number;
  /** Of goods sold by weight, in ten-thousandths of the unit; null where it is sold each. */
  unit: WeightUnit | null;
  step: number | null;
  /** The last of a batch: never restocked, so that it runs low. */
  scarce: boolean;
}

export interface Person {
  id: string;
  name: string;
  entityId: string;
}

export interface Business {
  key: string;
  entity: typeof entities.$inferInsert & { id: string };
  locations: ReadonlyArray<typeof locations.$inferInsert & { id: string; name: string }>;
  members: ReadonlyArray<typeof users.$inferInsert & { id: string }>;
  products: ReadonlyArray<typeof products.$inferInsert & Pictured & { id: string }>;
  variants: ReadonlyArray<typeof productVariants.$inferInsert>;
  wares: readonly Ware[];
  /** What it sells by the pound, which no other part of the history orders. */
  bulk?: Ware;
  /** Members who may move stock and orders. */
  staff: readonly Person[];
}

const SKU_OF: Record<DemoKey, string> = {
  retailer: 'HP',
  wholesaler: 'GCD',
  cultivator: 'RT',
  free: 'TC',
  wholesaler2: 'DRW',
  wholesaler3: 'LCP',
  cultivator2: 'MSF',
};
const OPENED_DAYS_AGO = 420;
const BULK_DAYS_AGO = 75;
const EACH = { unit: null, step: null };
/** One product in this many was added in the last weeks. */
const NEW_EVERY = 12;
const SCARCE_EVERY = 19;

/** Builds the rows of every entity, its members and its catalog. */
export function openBusinesses(now: number, passwordHash: string): Record<DemoKey, Business> {
  const opened = DEMO_BUSINESSES.map((demo) => [demo.key, openBusiness(demo, now, passwordHash)] as const);
  return Object.fromEntries(opened) as Record<DemoKey, Business>;
}

function openBusiness(demo: DemoBusiness, now: number, passwordHash: string): Business {
  const at = now - OPENED_DAYS_AGO * DAY;
  const id = idAt(at);
  const [head] = demo.locations;
  const members = demo.members.map(({ role, ...member }, i) => ({
    ...member,
    id: idAt(at + i * DAY),
    entityId: id,
    passwordHash,
    teamRole: role,
    createdAt: new Date(at + i * DAY),
  }));
  return {
    key: demo.key,
    entity: {
      minimumOrderCents: null,
      ...demo.entity,
      id,
      managedBy: null,
      licenseVerified: true,
      licenseExpiry: addDays(dateIn(TIMEZONE, new Date(now)), demo.licenseDays),
      street: head.street,
      city: head.city,
      state: STATE,
      zip: head.zip,
      contactEmail: demo.members[0]?.email ?? '',
      timezone: TIMEZONE,
      createdAt: new Date(at),
    },
    locations: demo.locations.map(({ deliveryDays = [], orderCutoff = null, ...place }, i) => ({
      ...place,
      deliveryDays: [...deliveryDays],
      orderCutoff,
      id: idAt(at + i * 30 * DAY),
      entityId: id,
      state: STATE,
      licenseNumber: i === 0 ? demo.entity.licenseNumber : null,
      createdAt: new Date(at + i * 30 * DAY),
    })),
    members,
    staff: members.filter(({ teamRole }) => teamRole !== 'viewer').map((m) => ({ ...m, entityId: id })),
    ...listProducts(demo.key, id, now),
  };
}

function listProducts(key: DemoKey, entityId: string, now: number) {
  const random = new Random('catalogue', key);
  const range = RANGES[key];
  const products: Array<Business['products'][number]> = [];
  const variants: Array<Business['variants'][number]> = [];
  const wares: Ware[] = [];
  for (const [i, { variants: sizes, ...product }] of range.entries()) {
    const isNew = i % NEW_EVERY === NEW_EVERY - 1;
    const daysAgo = isNew ? random.int(8, 60) : 330 - Math.floor((220 * i) / range.length);
    const at = now - daysAgo * DAY + random.int(0, 8) * HOUR;
    const productId = idAt(at);
    products.push({ ...product, id: productId, entityId, createdAt: new Date(at) });
    for (const [position, { code, lot, ...size }] of sizes.entries()) {
      const sku = `${SKU_OF[key]}-${product.category.slice(0, 3).toUpperCase()}-${String(i + 1).padStart(3, '0')}-${code}`;
      const id = idAt(at);
      variants.push({
        ...EACH,
        caseSize: 1,
        ...size,
        id,
        productId,
        entityId,
        sku,
        position,
        createdAt: new Date(at),
      });
      wares.push({
        ...EACH,
        ...size,
        id,
        productId,
        productName: product.name,
        sku,
        lot,
        category: product.category,
        listedAt: at,
        scarce: (wares.length + 1) % SCARCE_EVERY === 0,
      });
    }
  }
  return {
    products,
    variants,
    wares,
    ...(key === 'cultivator' && listBulk(entityId, products, variants, now)),
  };
}

/** Flower that is weighed to a hundredth of a pound, beside that in bags. */
function listBulk(
  entityId: string,
  products: Array<Business['products'][number]>,
  variants: Array<Business['variants'][number]>,
  now: number,
): { bulk: Ware } {
  const bagged = products.find(({ category }) => category === 'flower');
  if (!bagged) throw new Error('There is no flower');
  const at = now - BULK_DAYS_AGO * DAY;
  const [id, productId, productName] = [idAt(at), idAt(at), 'Sunset Smalls'];
  const size = { name: 'By the pound', priceCents: 240_000, wholesalePriceCents: 125_000 };
  const sold = { unit: 'lb', step: 100 } as const;
  const sku = `${SKU_OF.cultivator}-FLO-LB`;
  const description = 'Small buds of light-dep greenhouse flower, machine-trimmed and weighed at pickup.';
  products.push({ ...bagged, id: productId, name: productName, description, createdAt: new Date(at) });
  variants.push({
    ...{ ...size, ...sold, id, productId, entityId, sku, caseSize: 1, position: 0 },
    ...{ weight: 1, weightUnit: 'lb', createdAt: new Date(at) },
  });
  const ware = { ...size, ...sold, id, productId, productName, sku, category: bagged.category };
  return { bulk: { ...ware, lot: 500, listedAt: at, scarce: false } };
}

/** Builds the rows of the connections. */
export function connect(
  businesses: Record<DemoKey, Business>,
  now: number,
): Array<typeof connections.$inferInsert> {
  return DEMO_CONNECTIONS.map(({ from, to, daysAgo, accepted, message }) => {
    const at = now - daysAgo * DAY;
    return {
      id: idAt(at),
      requesterId: businesses[from].entity.id,
      targetId: businesses[to].entity.id,
      status: accepted ? 'accepted' : 'pending',
      message,
      managed: false,
      createdAt: new Date(at),
      respondedAt: accepted ? new Date(at + 5 * HOUR) : null,
    };
  });
}

/** The POS of each location: the built-in simulator. */
export function connectRegisters(
  { locations }: Business,
  syncs: { cursorOf(locationId: string): string | null },
): Array<typeof posConnections.$inferInsert> {
  return locations.map(({ id, entityId, createdAt }) => ({
    id: idAt((createdAt ?? new Date()).getTime() + HOUR),
    entityId,
    locationId: id,
    provider: 'simulator',
    cursor: syncs.cursorOf(id),
    createdAt,
  }));
}
