import { numberKey } from '@/server/kernel/batch-number';
import type { Attached } from './attached';
import type {
  CorrectInput,
  Goods,
  GoodsKind,
  GoodsReceipt,
  NewGoodsLine,
  ReceiptLine,
  ReceiveInput,
} from './types';

export type TestStatus = NonNullable<ReceiptLine['test_status']>;
export type RoomType = ReceiptLine['room_type'];

/** A line as it is entered. Texts and dates are empty where nothing was said. */
export interface Line {
  key: string;
  /** Of the line of a receipt that it corrects; null for a new one. */
  lineId: string | null;
  goods: Goods;
  /** In steps; a fraction between two is rejected. */
  quantity: number | null;
  cost: number | null;
  batch: string;
  tag: string;
  harvested: string;
  packaged: string;
  expires: string;
  test: TestStatus | '';
  room: RoomType | '';
}

/** What a line says beside its goods. */
export type LineValues = Omit<Line, 'key' | 'lineId' | 'goods'>;

/** Who delivers, as it is entered. */
export interface Supplier {
  name: string;
  license: string;
  state: string;
  /** The connected business that was chosen. */
  connectedId: string | null;
}

export interface Delivery {
  kind: GoodsKind;
  supplier: Supplier;
  reference: string;
  receivedOn: string;
  locationId: string;
  notes: string;
}

/** Lines of one receipt. */
export const MOST_LINES = 500;
/** Units of one line that the server takes. */
export const MOST_UNITS = 2_000_000_000;
/** Days that goods may have come ago. */
export const RECEIVED_WITHIN_DAYS = 30;

const EMPTY: LineValues = {
  ...{ quantity: null, cost: null, batch: '', tag: '' },
  ...{ harvested: '', packaged: '', expires: '', test: '', room: '' },
};
export const NO_SUPPLIER: Supplier = { name: '', license: '', state: '', connectedId: null };

let lines = 0;
export const newLine = (
  goods: Goods,
  values: Partial<LineValues> = {},
  lineId: string | null = null,
): Line => {
  lines += 1;
  return { key: `line-${lines}`, lineId, goods, ...EMPTY, ...values };
};

/** What a line is called wherever a control acts on it. */
export const goodsName = ({ product_name, variant_name }: Pick<Goods, 'product_name' | 'variant_name'>) =>
  variant_name ? `${product_name} ${variant_name}` : product_name;

/** The line with what its certificate says where the line says nothing. */
export function withCertificate(line: Line, certificate: Attached | undefined): Line {
  const read = certificate?.reading?.extracted;
  if (!read) return line;
  return {
    ...line,
    batch: line.batch || (read.batch_id ?? ''),
    expires: line.expires || (read.expires_on ?? ''),
    test: line.test || (read.result ?? ''),
  };
}

export type Field = keyof LineValues;
export type LineErrors = Partial<Record<Field | 'goods', string>>;

/** What of a line the server would reject for sure. */
export function checkLine(line: Line, kind: GoodsKind, hasCertificate = false): LineErrors {
  const errors: LineErrors = {};
  const { quantity, goods } = line;
  if (quantity === null || quantity <= 0) errors.quantity = 'Enter an amount';
  else if (!Number.isInteger(quantity)) errors.quantity = `Enter multiples of ${goods.step} ${goods.unit}`;
  else if (quantity > MOST_UNITS) errors.quantity = 'Enter a smaller amount';
  const ofBatch = line.tag || line.harvested || line.packaged || line.expires || line.test || hasCertificate;
  if (line.batch.trim() === '' && (ofBatch || kind === 'harvest')) errors.batch = 'Enter the batch number';
  if (kind === 'harvest' && line.harvested === '') errors.harvested = 'Enter the day of harvest';
  if (line.harvested && line.packaged && line.packaged < line.harvested)
    errors.packaged = 'Must not be before the harvest';
  const before = line.packaged || line.harvested;
  if (before && line.expires && line.expires < before) errors.expires = 'Must not be before packaging';
  return errors;
}

/** What makes two lines the same goods in the same place. */
const placeKey = ({ goods, batch, tag, room }: Line) =>
  [goods.variant_id, numberKey(batch), tag.trim(), room].join('\n');

/** What is wrong with each line, by its key; lines that are right are absent. */
export function checkLines(
  entered: readonly Line[],
  kind: GoodsKind,
  certificates: ReadonlyMap<string, Attached>,
): Map<string, LineErrors> {
  const seen = new Set<string>();
  const errors = new Map<string, LineErrors>();
  for (const line of entered) {
    const found = checkLine(line, kind, certificates.has(line.key));
    if (seen.has(placeKey(line))) found.goods = 'The same goods, batch, tag and room are in an earlier line';
    seen.add(placeKey(line));
    if (Object.keys(found).length > 0) errors.set(line.key, found);
  }
  return errors;
}

/** What is wrong with who delivers; undefined when nothing is. */
export function checkDelivery({ kind, supplier }: Delivery): string | undefined {
  return kind === 'purchase' && supplier.name.trim() === '' ? 'Enter who delivered the goods' : undefined;
}

const orNone = (text: string) => text.trim() || undefined;

/** A line as the server takes it. @param confirm questions of the line that were confirmed */
function lineBody(line: Line, certificate: Attached | undefined, confirm: readonly string[]): NewGoodsLine {
  const { goods, quantity, cost } = line;
  return {
    variant_id: goods.variant_id,
    quantity: quantity ?? undefined,
    unit_cost: cost ?? undefined,
    batch_id: orNone(line.batch),
    package_tag: orNone(line.tag),
    harvested_on: orNone(line.harvested),
    packaged_on: orNone(line.packaged),
    expires_on: orNone(line.expires),
    test_status: line.test || undefined,
    room_type: line.room || undefined,
    coa: certificate?.reading
      ? {
          reading_id: certificate.reading.id,
          lab: certificate.lab.trim(),
          date: orNone(certificate.date),
        }
      : undefined,
    ...(confirm.length > 0 && { confirm: confirm as NewGoodsLine['confirm'] }),
  };
}

/** Questions that were confirmed: of lines by their keys, and of the receipt. */
export interface Confirmed {
  lines: Readonly<Record<string, readonly string[]>>;
  receipt: readonly string[];
}
export const NOTHING_CONFIRMED: Confirmed = { lines: {}, receipt: [] };

/** What was entered, as the server takes it. */
export function bodyOf(
  delivery: Delivery,
  entered: readonly Line[],
  certificates: ReadonlyMap<string, Attached>,
  confirmed: Confirmed,
): ReceiveInput {
  const { kind, supplier, reference, receivedOn, locationId, notes } = delivery;
  const { name, license, state, connectedId } = supplier;
  return {
    kind,
    location_id: locationId,
    ...(kind === 'purchase' &&
      (connectedId
        ? { supplier_id: connectedId }
        : { supplier: { name: name.trim(), license_number: orNone(license), state: orNone(state) } })),
    reference: orNone(reference),
    received_on: orNone(receivedOn),
    notes: orNone(notes),
    lines: entered.map((line) => lineBody(line, certificates.get(line.key), confirmed.lines[line.key] ?? [])),
    ...(confirmed.receipt.length > 0 && { confirm: confirmed.receipt as ReceiveInput['confirm'] }),
  };
}

/** A line as a correction takes it: one that is on the receipt names itself, and says what it no longer has. */
function correctedLine(line: Line, confirm: readonly string[]): NonNullable<CorrectInput['lines']>[number] {
  const {
    coa: _,
    variant_id,
    unit_cost,
    batch_id,
    package_tag,
    ...said
  } = lineBody(line, undefined, confirm);
  return {
    ...said,
    ...(line.lineId === null ? { variant_id } : { line_id: line.lineId }),
    unit_cost: unit_cost ?? null,
    batch_id: batch_id ?? null,
    package_tag: package_tag ?? null,
  };
}

/**
 * What was entered over a receipt, as its correction takes it: all lines, and of the delivery what was changed.
 * @param before the delivery when the form was opened
 */
export function correctionOf(
  id: string,
  { before, delivery }: Record<'before' | 'delivery', Delivery>,
  entered: readonly Line[],
  confirmed: Confirmed,
): CorrectInput {
  const { supplier, supplier_id, received_on, reference, notes, confirm } = bodyOf(
    delivery,
    [],
    new Map(),
    confirmed,
  );
  return {
    id,
    ...(delivery.supplier !== before.supplier && { supplier, supplier_id }),
    ...(delivery.receivedOn !== before.receivedOn && { received_on }),
    reference: reference ?? null,
    notes: notes ?? null,
    lines: entered.map((line) => correctedLine(line, confirmed.lines[line.key] ?? [])),
    ...(confirm && { confirm }),
  };
}

/** A receipt as it is entered, to correct it. */
export function startOf(receipt: GoodsReceipt): { delivery: Delivery; lines: Line[] } {
  const { kind, supplier, reference, received_on, location_id, notes } = receipt;
  return {
    delivery: {
      kind,
      supplier: supplier
        ? {
            ...{ name: supplier.name, license: supplier.license_number ?? '', state: supplier.state ?? '' },
            connectedId: null,
          }
        : NO_SUPPLIER,
      ...{ reference: reference ?? '', receivedOn: received_on, locationId: location_id, notes: notes ?? '' },
    },
    lines: receipt.lines.map((line) =>
      newLine(
        line,
        {
          ...{ quantity: line.quantity, cost: line.unit_cost, batch: line.batch_id ?? '' },
          ...{ tag: line.package_tag ?? '', room: line.room_type },
          ...(kind === 'harvest' && { harvested: line.harvested_on ?? '' }),
        },
        line.line_id,
      ),
    ),
  };
}

/** What all lines cost, in US dollars; null where one has no cost or amount. */
export function costOf(entered: readonly Line[]): number | null {
  if (entered.length === 0 || entered.some(({ cost, quantity }) => cost === null || quantity === null))
    return null;
  const cents = entered.reduce(
    (sum, { cost, quantity, goods }) =>
      sum + Math.round((quantity ?? 0) * (goods.step ?? 1) * Math.round((cost ?? 0) * 100)),
    0,
  );
  return cents / 100;
}

const FIELD_OF: Readonly<Record<string, Field | 'goods'>> = {
  ...{ quantity: 'quantity', amount: 'quantity', unit_cost: 'cost', batch_id: 'batch', package_tag: 'tag' },
  ...{ harvested_on: 'harvested', packaged_on: 'packaged', expires_on: 'expires' },
  ...{ test_status: 'test', room_type: 'room' },
};

/** A path of the server, such as `lines[2].unit_cost`: the line's place, and its field here. */
export function placeIn(path: string): { index: number; field: Field | 'goods' } | null {
  const [, index, field = ''] = /^lines\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  return index === undefined ? null : { index: Number(index), field: FIELD_OF[field] ?? 'goods' };
}
