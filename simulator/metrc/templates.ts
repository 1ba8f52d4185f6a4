import { type Answer, field, listIn, refused, refusedFor, textIn } from './answer';
import { type Destination, type Shipment, type Shipped, TYPES, type World } from './world';

/** Creates templates (POST) or replaces them (PUT); all rows or none. */
export function writeTemplates(world: World, license: string, rows: unknown[], replaces: boolean): Answer {
  const problems: Array<{ row: number; message: string }> = [];
  const accepted = rows.flatMap((row, index) => {
    const id = field(row, 'TransferTemplateId');
    const before = typeof id === 'number' ? world.templates.get(id) : undefined;
    const problem =
      replaces && before?.shipper !== license
        ? 'TransferTemplateId is not a valid Transfer Template.'
        : templateProblem(world, license, row, before?.id ?? null);
    if (problem === null) return [{ row, before }];
    problems.push({ row: index, message: problem });
    return [];
  });
  if (problems.length > 0) return refused(problems);
  const ids = accepted.map(({ row, before }) => {
    const modified = world.moment();
    const made: Shipment = {
      id: replaces && before ? before.id : world.nextId(),
      ...{ manifest: null, templateId: null, shipper: license, modified },
      name: textIn(row, 'Name'),
      destinations: listIn(row, 'Destinations').map((one) => destinationOf(world, one)),
      createdAt: before?.createdAt ?? new Date(modified).toISOString(),
    };
    world.templates.set(made.id, made);
    return made.id;
  });
  return replaces
    ? { status: 200, written: true }
    : { status: 200, body: { Ids: ids, Warnings: null }, written: true };
}

export function deleteTemplate(world: World, license: string, id: number): Answer {
  if (world.templates.get(id)?.shipper !== license) return refusedFor('No Transfer Template found.', 404);
  world.templates.delete(id);
  return { status: 200, written: true };
}

function templateProblem(world: World, license: string, row: unknown, id: number | null): string | null {
  const name = textIn(row, 'Name');
  if (name === null) return 'Name was not specified.';
  for (const other of world.templates.values()) {
    if (other.shipper === license && other.name === name && other.id !== id) return `Name ${name} is in use.`;
  }
  const destinations = listIn(row, 'Destinations');
  if (destinations.length === 0) return 'Destinations were not specified.';
  return firstProblem(destinations, (one) => destinationProblem(world, license, one));
}

function firstProblem(rows: unknown[], problem: (row: unknown) => string | null): string | null {
  for (const row of rows) {
    const found = problem(row);
    if (found) return found;
  }
  return null;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const CREW = [
  'DriverName',
  'DriverOccupationalLicenseNumber',
  'VehicleMake',
  'VehicleModel',
  'VehicleLicensePlateNumber',
];

function destinationProblem(world: World, license: string, row: unknown): string | null {
  const recipient = textIn(row, 'RecipientLicenseNumber');
  if (recipient === null || recipient === license || !world.facilities.has(recipient))
    return 'RecipientLicenseNumber is not a valid Facility.';
  const type = TYPES.find(({ Name }) => Name === textIn(row, 'TransferTypeName'));
  if (!type) return 'TransferTypeName is not a valid Transfer Type.';
  if (textIn(row, 'PlannedRoute') === null) return 'PlannedRoute was not specified.';
  const [departs, arrives] = [
    textIn(row, 'EstimatedDepartureDateTime'),
    textIn(row, 'EstimatedArrivalDateTime'),
  ];
  if (!MOMENT.test(departs ?? '') || !MOMENT.test(arrives ?? ''))
    return 'EstimatedDepartureDateTime and EstimatedArrivalDateTime must be specified.';
  if ((arrives ?? '') < (departs ?? '')) return 'EstimatedArrivalDateTime must not be before the departure.';
  const transporters = listIn(row, 'Transporters');
  if (transporters.length === 0) return 'Transporters were not specified.';
  const packages = listIn(row, 'Packages');
  if (packages.length === 0) return 'Packages were not specified.';
  return (
    firstProblem(transporters, crewProblem) ??
    firstProblem(packages, (one) => packageProblem(world, license, one, type)) ??
    (new Set(packages.map((one) => textIn(one, 'PackageLabel'))).size < packages.length
      ? 'A Package is listed twice.'
      : null)
  );
}

/** Driver and vehicle stand on the transporter or in its details. */
function crewProblem(row: unknown): string | null {
  const details = listIn(row, 'TransporterDetails');
  const missing = CREW.find(
    (name) => textIn(row, name) === null && !details.some((detail) => textIn(detail, name) !== null),
  );
  return missing ? `${missing} was not specified.` : null;
}

function packageProblem(
  world: World,
  license: string,
  row: unknown,
  type: (typeof TYPES)[number],
): string | null {
  const label = textIn(row, 'PackageLabel');
  const found = world.packages.get(label ?? '');
  if (found?.license !== license) return `Package ${label} does not exist in the current Facility.`;
  if (found.state !== 'active') return `Package ${label} is not active.`;
  if (type.TransactionType === 'Wholesale' && priceOf(row) === null)
    return `WholesalePrice of Package ${label} was not specified.`;
  if (type.RequiresPackagesGrossWeight && typeof field(row, 'GrossWeight') !== 'number')
    return `GrossWeight of Package ${label} was not specified.`;
  return null;
}

/** A price is text in the published contract. */
function priceOf(row: unknown): number | null {
  const price = Number(textIn(row, 'WholesalePrice') ?? Number.NaN);
  return Number.isFinite(price) && price >= 0 ? price : null;
}

export function destinationOf(world: World, row: unknown): Destination {
  return {
    deliveryId: world.nextId(),
    recipient: textIn(row, 'RecipientLicenseNumber') ?? '',
    typeName: textIn(row, 'TransferTypeName') ?? '',
    plannedRoute: textIn(row, 'PlannedRoute') ?? '',
    departsAt: textIn(row, 'EstimatedDepartureDateTime') ?? '',
    arrivesAt: textIn(row, 'EstimatedArrivalDateTime') ?? '',
    transporters: listIn(row, 'Transporters') as object[],
    packages: listIn(row, 'Packages').map((one): Shipped => {
      const label = textIn(one, 'PackageLabel') ?? '';
      const shipped = world.packages.get(label)?.quantity ?? 0;
      return { label, shipped, received: null, state: 'Shipped', wholesalePrice: priceOf(one) };
    }),
    receivedAt: null,
  };
}
