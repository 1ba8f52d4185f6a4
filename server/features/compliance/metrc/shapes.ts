import type { TransferPackage, TransferType, VendorReason } from '../tables';
import type { PackageState } from '../words';

/** What Metrc sends has names in Pascal or camel case, and lists with or without an envelope: both are read. */
type Row = Record<string, unknown>;
/** Characters of a text that is kept. */
const MAX_TEXT = 300;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueIn(row: Row, name: string): unknown {
  return row[name] ?? row[`${name.charAt(0).toLowerCase()}${name.slice(1)}`] ?? null;
}
export function textIn(row: Row, ...names: string[]): string | null {
  for (const name of names) {
    const value = valueIn(row, name);
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, MAX_TEXT);
  }
  return null;
}
function numberIn(row: Row, name: string): number | null {
  const value = valueIn(row, name);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
const flagIn = (row: Row, name: string) => valueIn(row, name) === true;
const dayIn = (row: Row, ...names: string[]): string | null => {
  const day = textIn(row, ...names)?.slice(0, 10) ?? null;
  return day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
};

/** Rows of a page, and of how many pages and rows it is; null where it is no list. */
export function pageIn(json: unknown): { rows: Row[]; pages: number; total: number } | null {
  if (Array.isArray(json)) return { rows: json.filter(isRow), pages: 1, total: json.length };
  if (!isRow(json)) return null;
  const data = valueIn(json, 'Data');
  if (!Array.isArray(data)) return null;
  const total = numberIn(json, 'Total') ?? numberIn(json, 'TotalRecords') ?? data.length;
  return { rows: data.filter(isRow), pages: numberIn(json, 'TotalPages') ?? 1, total };
}

/** Whether the licenses that a user key reaches have a number. */
export function reaches(json: unknown, license: string): boolean {
  const rows = pageIn(json)?.rows ?? [];
  return rows.some((row) => {
    const inside = valueIn(row, 'License');
    return (isRow(inside) ? textIn(inside, 'Number') : textIn(row, 'LicenseNumber')) === license;
  });
}

export const reasonsIn = (json: unknown): VendorReason[] =>
  (pageIn(json)?.rows ?? []).flatMap((row) => {
    const name = textIn(row, 'Name');
    if (name === null) return [];
    return {
      name,
      requires_note: flagIn(row, 'RequiresNote'),
      requires_waste_weight:
        flagIn(row, 'RequiresWasteWeight') ||
        flagIn(row, 'RequiresImmatureWasteWeight') ||
        flagIn(row, 'RequiresMatureWasteWeight'),
    };
  });

export const typesIn = (json: unknown): TransferType[] =>
  (pageIn(json)?.rows ?? []).flatMap((row) => {
    const name = textIn(row, 'Name');
    if (name === null) return [];
    return {
      name,
      wholesale: textIn(row, 'TransactionType') === 'Wholesale',
      gross_weight: flagIn(row, 'RequiresPackagesGrossWeight'),
    };
  });

/** A package as the state shows it. */
export interface SeenPackage {
  tag: string;
  id: string | null;
  item: string | null;
  quantity: number;
  unit: string;
  modified: string | null;
  finished: boolean;
  held: boolean;
}

export function packageIn(json: unknown): SeenPackage | null {
  const row = Array.isArray(json) ? json[0] : json;
  if (!isRow(row)) return null;
  const [tag, quantity] = [textIn(row, 'Label'), numberIn(row, 'Quantity')];
  if (tag === null || quantity === null) return null;
  const item = valueIn(row, 'Item');
  return {
    tag,
    quantity,
    id: textIn(row, 'Id'),
    item: isRow(item) ? textIn(item, 'Name') : textIn(row, 'ProductName'),
    unit: textIn(row, 'UnitOfMeasureName') ?? 'Each',
    modified: textIn(row, 'LastModified'),
    finished: flagIn(row, 'IsFinished') || textIn(row, 'FinishedDate') !== null,
    held: flagIn(row, 'IsOnHold'),
  };
}

export const stateOf = (found: SeenPackage): PackageState =>
  found.finished ? 'inactive' : found.held ? 'onhold' : 'active';

/** An adjustment as the state lists it. */
export const adjustmentIn = (row: Row) => ({
  tag: textIn(row, 'PackageLabel', 'Label'),
  note: textIn(row, 'AdjustmentNote', 'ReasonNote', 'Note'),
});

/** A template, or a transfer that was made of one. */
export const shipmentIn = (row: Row) => ({
  id: textIn(row, 'Id', 'TransferId'),
  name: textIn(row, 'Name'),
  templateId: textIn(row, 'OriginatingTemplateId'),
  manifestNumber: textIn(row, 'ManifestNumber'),
  deliveryId: textIn(row, 'DeliveryId'),
  shipperLicense: textIn(row, 'ShipperFacilityLicenseNumber'),
  shipperName: textIn(row, 'ShipperFacilityName'),
  recipientLicense: textIn(row, 'RecipientFacilityLicenseNumber'),
  recipientName: textIn(row, 'RecipientFacilityName'),
  typeName: textIn(row, 'ShipmentTypeName'),
  departsAt: textIn(row, 'EstimatedDepartureDateTime'),
  arrivesAt: textIn(row, 'EstimatedArrivalDateTime'),
  receivedAt: textIn(row, 'ReceivedDateTime'),
  voided: flagIn(row, 'IsVoided'),
  modified: textIn(row, 'LastModified'),
});
export type SeenShipment = ReturnType<typeof shipmentIn>;

/** A delivery of a transfer: it repeats of the transfer what it has. */
export const deliveryIn = (row: Row) => ({ ...shipmentIn(row), id: textIn(row, 'Id') });

export function shippedIn(row: Row): TransferPackage | null {
  const tag = textIn(row, 'PackageLabel', 'Label');
  if (tag === null) return null;
  return {
    package_tag: tag,
    package_id: textIn(row, 'PackageId'),
    item_name: textIn(row, 'ItemName', 'ProductName'),
    category: textIn(row, 'ItemCategoryName', 'ProductCategoryName'),
    batch_id: textIn(row, 'ProductionBatchNumber')?.slice(0, 100) ?? null,
    expires_on: dayIn(row, 'ExpirationDate', 'UseByDate'),
    lab_testing_state: textIn(row, 'LabTestingState'),
    state: textIn(row, 'ShipmentPackageState'),
    shipped_quantity: numberIn(row, 'ShippedQuantity'),
    received_quantity: numberIn(row, 'ReceivedQuantity'),
    unit: textIn(row, 'ShippedUnitOfMeasureName'),
  };
}

/** What a write made. */
export function writtenIn(json: unknown): { ids: string[]; warnings: string[] } | null {
  if (json === null) return { ids: [], warnings: [] };
  if (Array.isArray(json)) return { ids: [], warnings: [] };
  if (!isRow(json)) return null;
  const listed = (name: string) => {
    const value = valueIn(json, name);
    const all = Array.isArray(value) ? value : value === null ? [] : [value];
    return all
      .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)).slice(0, MAX_TEXT))
      .slice(0, 20);
  };
  return { ids: listed('Ids'), warnings: listed('Warnings') };
}

/** Why a write was rejected, in Metrc's words. */
export function refusalIn(json: unknown): string {
  const rows = Array.isArray(json) ? json : [json];
  const messages = rows.flatMap((row) =>
    isRow(row)
      ? (textIn(row, 'Message', 'Error', 'Title') ?? [])
      : typeof row === 'string'
        ? row.slice(0, MAX_TEXT)
        : [],
  );
  return messages.slice(0, 5).join(' ').slice(0, 500);
}

export type { Row };
