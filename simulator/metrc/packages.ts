import { type Answer, field, pageOf, refused, refusedFor, textIn } from './answer';
import { type Package, REASONS, type State, UNITS, type World } from './world';

const EPSILON = 1e-9;
const LONGEST_NOTE = 1_000;

export function packagesIn(world: World, license: string, state: State, query: URLSearchParams): Answer {
  const rows = [...world.packages.values()].filter((one) => one.license === license && one.state === state);
  return pageOf(rows, query, shownPackage);
}

/** By label or id, of the license. */
export function packageOf(world: World, license: string, name: string): Answer {
  const found =
    world.packages.get(name) ?? [...world.packages.values()].find(({ id }) => String(id) === name);
  return found?.license === license
    ? { status: 200, body: shownPackage(found) }
    : refusedFor('No Package found.', 404);
}

export function adjustmentsOf(world: World, license: string, query: URLSearchParams): Answer {
  const rows = world.adjustments.filter((one) => one.license === license);
  return pageOf(rows, query, (one) => ({
    PackageId: one.packageId,
    PackageLabel: one.label,
    AdjustmentDate: one.date,
    AdjustmentReasonName: one.reason,
    AdjustmentNote: one.note,
    AdjustmentQuantity: one.quantity,
    AdjustmentUnitOfMeasureName: one.unit,
    AdjustmentUnitOfMeasureAbbreviation: UNITS[one.unit],
    AdjustedByUserName: 'API User',
  }));
}

/** Adds a signed quantity to packages (POST), or sets it (PUT); all rows or none. */
export function adjust(world: World, license: string, rows: unknown[], sets: boolean): Answer {
  const problems: Array<{ row: number; message: string }> = [];
  const quantities = new Map<string, number>();
  const accepted = rows.flatMap((row, index) => {
    const problem = problemOf(world, license, row, { sets, quantities });
    if (typeof problem !== 'string') return [{ ...problem, row }];
    problems.push({ row: index, message: problem });
    return [];
  });
  if (problems.length > 0) return refused(problems);
  for (const { found, delta, row } of accepted) {
    found.quantity = exact(found.quantity + delta);
    found.modified = world.moment();
    world.adjustments.push({
      ...{ packageId: found.id, label: found.label, license, quantity: delta, unit: found.unit },
      reason: textIn(row, 'AdjustmentReason') ?? '',
      date: textIn(row, 'AdjustmentDate') ?? '',
      note: textIn(row, 'ReasonNote'),
      modified: found.modified,
    });
  }
  return { status: 200, body: { Ids: accepted.map(({ found }) => found.id), Warnings: null }, written: true };
}

/** The package and by how much it changes, or what is wrong with the row. */
function problemOf(
  world: World,
  license: string,
  row: unknown,
  { sets, quantities }: { sets: boolean; quantities: Map<string, number> },
): { found: Package; delta: number } | string {
  const found = ownPackage(world, license, textIn(row, 'Label'));
  if (typeof found === 'string') return found;
  const wrong = stateProblem(found) ?? wordsProblem(row, found);
  if (wrong) return wrong;
  const quantity = field(row, 'Quantity');
  if (typeof quantity !== 'number' || !Number.isFinite(quantity)) return 'Quantity was not specified.';
  if (found.unit === 'Each' && !Number.isInteger(quantity)) return 'Quantity must be a whole number.';
  const before = quantities.get(found.label) ?? found.quantity;
  const delta = exact(sets ? quantity - before : quantity);
  if (delta === 0 && !sets) return 'Quantity must not be 0.';
  if (before + delta < -EPSILON) return `Package ${found.label} cannot go below 0 ${found.unit}.`;
  quantities.set(found.label, before + delta);
  return { found, delta };
}

function ownPackage(world: World, license: string, label: string | null): Package | string {
  if (label === null) return 'Label was not specified.';
  const found = world.packages.get(label);
  return found?.license === license ? found : `Package ${label} does not exist in the current Facility.`;
}

function stateProblem(found: Package): string | null {
  if (found.state === 'inactive') return `Package ${found.label} is finished.`;
  if (found.state === 'onhold') return `Package ${found.label} is on hold.`;
  return found.state === 'intransit' ? `Package ${found.label} is in transit.` : null;
}

function wordsProblem(row: unknown, found: Package): string | null {
  const unit = textIn(row, 'UnitOfMeasure');
  if (unit !== found.unit) return `UnitOfMeasure of Package ${found.label} must be ${found.unit}.`;
  const reason = REASONS.find(({ Name }) => Name === textIn(row, 'AdjustmentReason'));
  if (!reason) return 'AdjustmentReason is not a valid reason.';
  const note = textIn(row, 'ReasonNote');
  if (reason.RequiresNote && note === null) return `ReasonNote is required for ${reason.Name}.`;
  if (reason.RequiresWasteWeight) return `${reason.Name} requires a waste weight.`;
  if ((note?.length ?? 0) > LONGEST_NOTE) return 'ReasonNote is too long.';
  return dateProblem(row, 'AdjustmentDate');
}

/** A date that isn't later than today's latest one on earth. */
function dateProblem(row: unknown, name: string): string | null {
  const date = textIn(row, name);
  if (date === null || !/^\d{4}-\d{2}-\d{2}(?:T.*)?$/.test(date) || Number.isNaN(Date.parse(date)))
    return `${name} was not specified.`;
  return date.slice(0, 10) > new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
    ? `${name} must not be in the future.`
    : null;
}

/** Closes packages of quantity 0; all rows or none. */
export function finish(world: World, license: string, rows: unknown[]): Answer {
  const problems: Array<{ row: number; message: string }> = [];
  const accepted = rows.flatMap((row, index) => {
    const found = ownPackage(world, license, textIn(row, 'Label'));
    const problem =
      typeof found === 'string'
        ? found
        : (stateProblem(found) ??
          dateProblem(row, 'ActualDate') ??
          (found.quantity === 0 ? null : `Package ${found.label} must be empty.`));
    if (typeof found !== 'string' && problem === null)
      return [{ found, date: textIn(row, 'ActualDate') ?? '' }];
    problems.push({ row: index, message: problem ?? '' });
    return [];
  });
  if (problems.length > 0) return refused(problems);
  for (const { found, date } of accepted) {
    Object.assign(found, { state: 'inactive', finishedOn: date.slice(0, 10), modified: world.moment() });
  }
  return { status: 200, written: true };
}

/** Hundred-thousandths, so that sums of decimals stay what they say. */
const exact = (value: number) => Math.round(value * 100_000) / 100_000;

export function shownPackage(one: Package): object {
  return {
    Id: one.id,
    Label: one.label,
    PackageType: 'Product',
    SourceHarvestNames: null,
    LocationName: 'Main',
    Quantity: one.quantity,
    UnitOfMeasureName: one.unit,
    UnitOfMeasureAbbreviation: UNITS[one.unit],
    Item: { Id: one.id, Name: one.item, ProductCategoryName: one.category, UnitOfMeasureName: one.unit },
    Note: null,
    PackagedDate: '2026-01-15',
    ExpirationDate: one.expiresOn,
    SellByDate: null,
    UseByDate: one.useBy,
    InitialLabTestingState: 'NotSubmitted',
    LabTestingState: one.labState,
    LabTestingStateDate: '2026-01-20',
    IsProductionBatch: one.batch !== null,
    ProductionBatchNumber: one.batch,
    IsOnHold: one.state === 'onhold',
    IsOnRecall: false,
    IsFinished: one.state === 'inactive',
    FinishedDate: one.finishedOn,
    ArchivedDate: null,
    LastModified: new Date(one.modified).toISOString(),
  };
}
