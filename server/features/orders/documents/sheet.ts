import { windowText } from '../../../kernel/delivery-window';
import { dollarText } from '../../../kernel/money';
import { sumRows } from '../../../kernel/tax-text';
import { amountIn } from '../../../kernel/weights';
import type { ManifestView } from '../flow/manifest/queries';
import type { OrderView } from '../queries';
import { byCategory, day, left, moment, number, right, UNKNOWN } from './parts';
import type { DocumentKind, Sheet } from './schema';

const TITLE: Record<DocumentKind, string> = {
  'packing-slip': 'Packing slip',
  invoice: 'Invoice',
  manifest: 'Shipping manifest',
};

type Party = ManifestView['shipper'];

/** @param receives deliveries go there, at the hours of its premises */
function partyOf(role: string, party: Party, receives = false): Sheet['parties'][number] {
  return {
    role,
    name: party.legal_name || party.name,
    lines: [
      ...(party.legal_name && party.legal_name !== party.name ? [party.name] : []),
      `License ${party.license_number}`,
      ...party.premises.flatMap(({ name, license_number, address, receiving_hours }) => [
        name,
        `${address.street}, ${address.city}, ${address.state} ${address.zip}`,
        ...(license_number === party.license_number ? [] : [`Premises license ${license_number}`]),
        ...(receives && receiving_hours ? [`Receiving hours: ${receiving_hours}`] : []),
      ]),
      ...(party.phone ? [party.phone] : []),
    ],
  };
}

function shipment(manifest: ManifestView, timezone: string): Sheet['facts'] {
  const { driver, vehicle } = manifest;
  return [
    { label: 'Driver', value: driver ? driver.name : UNKNOWN },
    { label: "Driver's license", value: driver?.license_number ?? UNKNOWN },
    { label: 'Vehicle', value: vehicle ? `${vehicle.make} ${vehicle.model}` : UNKNOWN },
    { label: 'Plate', value: vehicle?.plate ?? UNKNOWN },
    { label: 'Departure', value: moment(manifest.departs_at, timezone) },
    { label: 'Estimated arrival', value: moment(manifest.arrives_at, timezone) },
  ];
}

function lotRows(
  order: OrderView,
  manifest: ManifestView,
  more: (line: ManifestView['lines'][number]) => string[],
) {
  const items = itemsOf(order);
  return manifest.lines.map((line) => [
    `${nameOf(line.product_name, items.get(line.item_id)?.variant_name)}\n${line.sku}`,
    line.expires_on
      ? `${line.batch_id ?? UNKNOWN}\nExpires ${day(line.expires_on)}`
      : (line.batch_id ?? UNKNOWN),
    line.package_tag ?? UNKNOWN,
    ...more(line),
    goodsOf(items, [line]),
  ]);
}

type Items = ReadonlyMap<string, OrderView['items'][number]>;

const itemsOf = (order: OrderView): Items => new Map(order.items.map((item) => [item.id, item]));

/** What lines come to: "24", or with goods by weight "24 + 12.34 lb". */
function goodsOf(items: Items, lines: ManifestView['lines']): string {
  const sums = new Map<string, number>();
  for (const { item_id, quantity } of lines) {
    const { unit, step } = items.get(item_id) ?? {};
    sums.set(unit ?? '', (sums.get(unit ?? '') ?? 0) + amountIn(quantity, step ?? null));
  }
  const texts = [...sums].map(([unit, amount]) => `${number(amount)} ${unit}`.trim());
  return texts.join(' + ') || number(0);
}

/** Goods in their unit: "12.34 lb". */
const amountOf = ({ amount, unit }: OrderView['items'][number]) =>
  unit ? `${number(amount)} ${unit}` : number(amount);

/** The price of a line, with what it says of it: "$20.00" above "10% off". */
function priceOf({ unit_price, unit, discount_bps, sample }: OrderView['items'][number]): string {
  const price = unit ? `${dollarText(unit_price)}/${unit}` : dollarText(unit_price);
  if (sample) return `${price}\nSample`;
  return discount_bps > 0 ? `${price}\n${number(discount_bps / 100)}% off` : price;
}

/** Goods by weight have their own beside it. */
const weightOf = ({ unit_weight, weight_unit, step }: ManifestView['lines'][number]) =>
  unit_weight === null || step !== null ? UNKNOWN : `${number(unit_weight)} ${weight_unit ?? ''}`.trim();

/** Goods as a picker recognizes them: "Blue Dream 3.5 g jar". */
const nameOf = (product: string, variant: string | undefined) =>
  variant ? `${product} ${variant}` : product;

const LOT_COLUMNS = [left('Product', 36), left('Batch', 19), { ...left('Package tag', 35), barcode: true }];

/** A document of an order as it is printed (decision 180). @param place the timezone of the reader's business, and the seller's logo */
export function sheetOf(
  kind: DocumentKind,
  order: OrderView,
  manifest: ManifestView,
  { timezone, logoUrl }: { timezone: string; logoUrl: string | null },
): Sheet {
  const items = itemsOf(order);
  const placed = { label: 'Placed', value: moment(order.created_at, timezone) };
  const po = order.po_number ? [{ label: 'PO number', value: order.po_number }] : [];
  const entered =
    order.entered_by === 'seller' ? [{ label: 'Entered by', value: order.wholesaler.name }] : [];
  const requested = {
    label: 'Requested delivery',
    value:
      [
        ...(order.delivery_date ? [day(order.delivery_date)] : []),
        ...(order.delivery_window ? [windowText(order.delivery_window, timezone)] : []),
      ].join(' · ') || UNKNOWN,
  };
  const shared = {
    kind,
    title: TITLE[kind],
    number: order.order_number,
    logo_url: logoUrl,
    notes: order.notes,
    signatures: [] as string[],
  };
  const total = [{ label: 'Units', value: goodsOf(items, manifest.lines) }];
  const unitsByCategory = byCategory(
    manifest.lines,
    ({ item_id }) => items.get(item_id)?.category ?? 'other',
    (lines) => goodsOf(items, lines),
  );
  if (kind === 'packing-slip') {
    return {
      ...shared,
      facts: [placed, ...entered, requested, ...po],
      parties: [partyOf('Ship from', manifest.shipper), partyOf('Ship to', manifest.receiver, true)],
      columns: [...LOT_COLUMNS, right('Units', 8)],
      rows: lotRows(order, manifest, () => []),
      categories: unitsByCategory,
      totals: total,
      signatures: ['Packed by', 'Checked by'],
    };
  }
  if (kind === 'manifest') {
    return {
      ...shared,
      facts: [...shipment(manifest, timezone), ...po],
      parties: [partyOf('Shipper', manifest.shipper), partyOf('Receiver', manifest.receiver, true)],
      columns: [...LOT_COLUMNS, right('Unit weight', 12), right('Units', 8)],
      rows: lotRows(order, manifest, (line) => [weightOf(line)]),
      categories: unitsByCategory,
      totals: total,
      signatures: ['Driver', 'Received by'],
    };
  }
  const credit = order.credit_total ?? 0;
  return {
    ...shared,
    // An order that hasn't shipped owes nothing yet.
    title: order.status === 'shipped' || order.status === 'delivered' ? TITLE.invoice : 'Order',
    facts: [
      { label: 'Invoice', value: order.status === 'delivered' ? 'Not issued' : 'Not issued yet' },
      placed,
      ...entered,
      { label: 'Shipped', value: moment(manifest.departs_at, timezone) },
      ...po,
    ],
    parties: [partyOf('Seller', manifest.shipper), partyOf('Bill to', manifest.receiver)],
    columns: [
      left('Product', 44),
      left('Batch', 20),
      right('Units', 8),
      right('Unit price', 13),
      right('Total', 15),
    ],
    rows: order.items.map((item) => [
      `${nameOf(item.product_name, item.variant_name)}\n${item.sku}`,
      item.lots.map((lot) => lot.batch_id).join(', ') || UNKNOWN,
      amountOf(item),
      priceOf(item),
      dollarText(item.total),
    ]),
    categories: byCategory(
      order.items,
      ({ category }) => category,
      (lines) => dollarText(lines.reduce((sum, { total }) => sum + total, 0)),
    ),
    totals: [
      { label: 'Subtotal', value: dollarText(order.subtotal) },
      ...sumRows(order).map(({ label, amount }) => ({ label, value: dollarText(amount) })),
      { label: 'Total', value: dollarText(order.total) },
      ...(credit > 0
        ? [
            { label: 'Credit for units not accepted', value: dollarText(-credit) },
            { label: 'Amount due', value: dollarText(order.total - credit) },
          ]
        : []),
    ],
  };
}
