import { field, listIn, textIn } from './answer';
import { destinationOf } from './templates';
import { addPackage, type Package, type Shipment, type Shipped, type World } from './world';

/** Adds a facility, or says who reaches it. @throws Error without a license */
export function addFacility(world: World, row: unknown): object {
  const license = textIn(row, 'license');
  if (license === null) throw new Error('license is missing');
  const made = {
    license,
    name: textIn(row, 'name') ?? `Facility ${license}`,
    userKeys: listIn(row, 'user_keys').map(String),
  };
  world.facilities.set(license, made);
  return made;
}

const STATES = ['active', 'onhold', 'inactive', 'intransit'] as const;

/** Adds or changes a package, as a person does in the state's own pages. @throws Error for what the state rejects */
export function putPackage(world: World, row: unknown): Package {
  const label = textIn(row, 'label') ?? '';
  const quantity = field(row, 'quantity');
  const state = STATES.find((one) => one === field(row, 'state'));
  const given = {
    ...(typeof quantity === 'number' && { quantity }),
    ...(state && {
      state,
      ...(state === 'inactive' && { finishedOn: new Date().toISOString().slice(0, 10) }),
    }),
    ...textsOf(row),
  };
  const found = world.packages.get(label);
  if (found) return Object.assign(found, given, { modified: world.moment() });
  return addPackage(world, { quantity: 0, label, license: '', ...given });
}

const TEXTS = {
  license: 'license',
  item: 'item',
  category: 'category',
  unit: 'unit',
  batch: 'batch',
  expires_on: 'expiresOn',
  use_by: 'useBy',
  lab_state: 'labState',
} as const;
const textsOf = (row: unknown): Partial<Package> =>
  Object.fromEntries(
    Object.entries(TEXTS).flatMap(([name, key]) => {
      const value = textIn(row, name);
      return value === null ? [] : [[key, value]];
    }),
  );

/** Makes the manifest of a template: its packages are in transit. @throws Error for another id */
export function registerTemplate(world: World, id: number): Shipment {
  const template = world.templates.get(id);
  if (!template) throw new Error(`${id} is no template`);
  return makeManifest(world, template, id);
}

function makeManifest(world: World, from: Omit<Shipment, 'id'>, templateId: number | null): Shipment {
  const id = world.nextId();
  const made: Shipment = {
    ...from,
    destinations: from.destinations.map((one) => ({
      ...one,
      deliveryId: world.nextId(),
      packages: one.packages.map((shipped) => ({ ...shipped })),
    })),
    id,
    ...{ manifest: String(id).padStart(10, '0'), templateId, modified: world.moment() },
  };
  world.transfers.set(id, made);
  for (const { label } of made.destinations.flatMap(({ packages }) => packages)) {
    const found = world.packages.get(label);
    if (found) Object.assign(found, { state: 'intransit', modified: world.moment() });
  }
  return made;
}

/**
 * Ships packages to a facility, with the packages, and the facilities where they are unknown.
 * @throws Error for packages that the state rejects
 */
export function addTransfer(world: World, row: unknown): Shipment {
  const [shipper, recipient] = [textIn(row, 'shipper'), textIn(row, 'recipient')];
  if (shipper === null || recipient === null) throw new Error('shipper and recipient are licenses');
  for (const license of [shipper, recipient]) {
    if (!world.facilities.has(license)) addFacility(world, { license });
  }
  const packages = listIn(row, 'packages').map((one) =>
    putPackage(world, { license: shipper, ...(one as object) }),
  );
  if (packages.length === 0) throw new Error('packages are missing');
  const departs = textIn(row, 'departs_at') ?? new Date().toISOString();
  const destination = destinationOf(world, {
    RecipientLicenseNumber: recipient,
    TransferTypeName: textIn(row, 'type') ?? 'Transfer',
    PlannedRoute: 'Interstate 25 north',
    EstimatedDepartureDateTime: departs,
    EstimatedArrivalDateTime: textIn(row, 'arrives_at') ?? departs,
    Packages: packages.map(({ label }) => ({ PackageLabel: label })),
  });
  const modified = world.moment();
  return makeManifest(
    world,
    {
      ...{ manifest: null, templateId: null, name: null, shipper, destinations: [destination], modified },
      createdAt: new Date(modified).toISOString(),
    },
    null,
  );
}

/**
 * Receives a transfer in the state's own pages: everything, or `packages` [{label, quantity, state}].
 * @throws Error for another id
 */
export function receiveTransfer(world: World, id: number, row: unknown): Shipment {
  const found = world.transfers.get(id);
  if (!found) throw new Error(`${id} is no transfer`);
  const said = new Map(listIn(row, 'packages').map((one) => [textIn(one, 'label'), one]));
  found.modified = world.moment();
  for (const destination of found.destinations) {
    destination.receivedAt = new Date(found.modified).toISOString();
    for (const shipped of destination.packages) {
      if (said.size > 0 && !said.has(shipped.label)) continue;
      receivePackage(world, shipped, { ...destination, shipper: found.shipper }, said.get(shipped.label));
    }
  }
  return found;
}

function receivePackage(
  world: World,
  shipped: Shipped,
  { recipient, shipper }: { recipient: string; shipper: string },
  row: unknown,
): void {
  const quantity = field(row, 'quantity');
  const isRejected = field(row, 'state') === 'Rejected';
  shipped.state = isRejected ? 'Rejected' : 'Accepted';
  shipped.received = isRejected ? 0 : typeof quantity === 'number' ? quantity : shipped.shipped;
  const found = world.packages.get(shipped.label);
  if (!found) return;
  Object.assign(found, {
    license: isRejected ? shipper : recipient,
    state: 'active',
    quantity: isRejected ? shipped.shipped : shipped.received,
    modified: world.moment(),
  });
}
