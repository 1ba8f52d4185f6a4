import { randomFrom } from '../random';

export type State = 'active' | 'onhold' | 'inactive' | 'intransit';

export interface Facility {
  license: string;
  name: string;
  /** User keys that reach it; every one where there is none. */
  userKeys: string[];
}

export interface Package {
  id: number;
  label: string;
  license: string;
  state: State;
  item: string;
  category: string;
  quantity: number;
  unit: string;
  batch: string | null;
  expiresOn: string | null;
  useBy: string | null;
  labState: string;
  finishedOn: string | null;
  /** Moment of the last change, in ms; no two changes share one. */
  modified: number;
}

export interface Adjustment {
  packageId: number;
  label: string;
  license: string;
  quantity: number;
  unit: string;
  reason: string;
  date: string;
  note: string | null;
  modified: number;
}

export interface Shipped {
  label: string;
  shipped: number;
  received: number | null;
  state: 'Shipped' | 'Accepted' | 'Rejected' | 'Returned';
  wholesalePrice: number | null;
}

export interface Destination {
  deliveryId: number;
  recipient: string;
  typeName: string;
  plannedRoute: string;
  departsAt: string;
  arrivesAt: string;
  transporters: object[];
  packages: Shipped[];
  receivedAt: string | null;
}

/** A template, or the transfer that a person made of it. */
export interface Shipment {
  id: number;
  /** Null for a template. */
  manifest: string | null;
  templateId: number | null;
  name: string | null;
  shipper: string;
  destinations: Destination[];
  createdAt: string;
  modified: number;
}

export interface World {
  state: string;
  facilities: Map<string, Facility>;
  packages: Map<string, Package>;
  adjustments: Adjustment[];
  templates: Map<number, Shipment>;
  transfers: Map<number, Shipment>;
  nextId: () => number;
  /** A moment later than every one before, in ms. */
  moment: () => number;
}

/** Of `GET /packages/v2/adjust/reasons`. */
export const REASONS = [
  { Name: 'Damage', RequiresNote: false, RequiresWasteWeight: false },
  { Name: 'Drying', RequiresNote: false, RequiresWasteWeight: false },
  { Name: 'Entry Error', RequiresNote: false, RequiresWasteWeight: false },
  { Name: 'Mandatory Destruction', RequiresNote: true, RequiresWasteWeight: true },
  { Name: 'Scale Variance', RequiresNote: false, RequiresWasteWeight: false },
  { Name: 'Spoilage', RequiresNote: false, RequiresWasteWeight: false },
  { Name: 'Theft', RequiresNote: true, RequiresWasteWeight: false },
].map((reason) => ({ ...reason, RequiresImmatureWasteWeight: false, RequiresMatureWasteWeight: false }));

const type = (Name: string, TransactionType: string, weighed = false) => ({
  Name,
  TransactionType,
  ForLicensedShipments: true,
  ForExternalIncomingShipments: false,
  ForExternalOutgoingShipments: false,
  RequiresDestinationGrossWeight: false,
  RequiresPackagesGrossWeight: weighed,
  RequiresInvoiceNumber: false,
  RequiresPDFDocument: false,
});
/** Of `GET /transfers/v2/types`. */
export const TYPES = [
  type('Transfer', 'Standard'),
  type('Affiliated Transfer', 'Standard'),
  type('Wholesale Manifest', 'Wholesale'),
  type('Waste Disposal', 'Standard', true),
];

export const UNITS: Record<string, string> = {
  Each: 'ea',
  Grams: 'g',
  Kilograms: 'kg',
  Milligrams: 'mg',
  Ounces: 'oz',
  Pounds: 'lb',
};

const ITEMS = [
  ['Blue Dream 3.5 g', 'Buds', 'Each'],
  ['OG Kush 1 g Pre-roll', 'Pre-Rolls', 'Each'],
  ['Lemon Gummies 10 pk', 'Infused Edible', 'Each'],
  ['Live Rosin 1 g', 'Concentrate', 'Each'],
  ['Bulk Flower', 'Buds', 'Grams'],
] as const;
const FACILITIES = ['Grower', 'Manufacturer', 'Store'];
const PACKAGES_OF_EACH = 40;

/** A state with three facilities of forty packages each, deterministically from the seed. */
export function makeWorld(state: string, seed: number, empty = false): World {
  let id = 1000 + (seed % 1000) * 100;
  let last = 0;
  const world: World = {
    ...{ state, facilities: new Map(), packages: new Map(), adjustments: [] },
    ...{ templates: new Map(), transfers: new Map() },
    nextId: () => ++id,
    moment: () => {
      last = Math.max(Date.now(), last + 1);
      return last;
    },
  };
  if (empty) return world;
  const random = randomFrom(seed);
  FACILITIES.forEach((name, place) => {
    const license = `${state.toUpperCase()}-${String(seed % 1000).padStart(3, '0')}-0000${place + 1}`;
    world.facilities.set(license, { license, name: `${name} of ${state.toUpperCase()}`, userKeys: [] });
    for (let index = 0; index < PACKAGES_OF_EACH; index++) {
      const [item, category, unit] = ITEMS[Math.floor(random() * ITEMS.length)] ?? ITEMS[0];
      const serial = place * PACKAGES_OF_EACH + index + 1;
      addPackage(world, {
        label: `1A4${String(seed % 10_000).padStart(9, '0')}${String(serial).padStart(12, '0')}`,
        ...{ license, item, category, unit },
        quantity: unit === 'Each' ? 20 + Math.floor(random() * 200) : Math.round(random() * 50_000) / 100,
        batch: `B-${seed}-${1 + Math.floor(random() * 12)}`,
      });
    }
  });
  return world;
}

/** @throws Error when the label isn't 24 letters and digits, is known, or its facility isn't */
export function addPackage(
  world: World,
  given: Pick<Package, 'label' | 'license' | 'quantity'> & Partial<Package>,
): Package {
  if (!/^[0-9A-Z]{24}$/.test(given.label)) throw new Error(`${given.label} is no tag of 24 characters`);
  if (world.packages.has(given.label)) throw new Error(`${given.label} is in use`);
  if (!world.facilities.has(given.license)) throw new Error(`${given.license} is no facility`);
  const made: Package = {
    state: 'active',
    item: 'Blue Dream 3.5 g',
    category: 'Buds',
    unit: 'Each',
    batch: null,
    expiresOn: null,
    useBy: null,
    labState: 'TestPassed',
    finishedOn: null,
    ...given,
    id: world.nextId(),
    modified: world.moment(),
  };
  world.packages.set(made.label, made);
  return made;
}
