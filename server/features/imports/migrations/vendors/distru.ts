import { PACKING } from '../../../../kernel/order-statuses';
import {
  cells,
  dollars,
  idIn,
  isObject,
  mapOf,
  nameIn,
  type Row,
  Taken,
  type VendorLine,
  type VendorList,
  type VendorReader,
  type VendorRows,
  type VendorSettings,
} from './row';

/**
 * Distru, whose document names fields without their shapes: all of it is from public texts (docs/connectors.md) and read leniently.
 * Unknown filters are ignored there, so open orders are selected here.
 */
const V1 = '/public/v1';
const BY_ID = ['id'];
const LISTS = {
  companies: { name: 'companies', path: `${V1}/companies`, idFields: BY_ID },
  products: { name: 'products', path: `${V1}/products`, idFields: BY_ID },
  batches: { name: 'batches', path: `${V1}/batches`, idFields: BY_ID },
  packages: {
    name: 'packages',
    path: `${V1}/packages?statuses[]=active`,
    idFields: ['id', 'compliance_label'],
  },
  inventory: {
    name: 'inventory',
    path: `${V1}/inventory?grouping[]=PRODUCT&grouping[]=LOCATION&grouping[]=BATCH_NUMBER`,
    idFields: [],
  },
  orders: {
    name: 'orders',
    path: `${V1}/orders?status[]=PENDING&status[]=PROCESSING&status[]=READY_TO_SHIP`,
    idFields: ['id', 'order_number'],
  },
  invoices: { name: 'opening_balances', path: `${V1}/invoices`, idFields: ['id', 'invoice_number'] },
} satisfies Record<string, VendorList>;
type Kind = Parameters<VendorReader['lines']>[0];
const NEEDED: Record<Kind, readonly VendorList[]> = {
  customers: [LISTS.companies, LISTS.orders, LISTS.invoices],
  products: [LISTS.products],
  batches: [LISTS.batches],
  price_lists: [],
  inventory: [LISTS.packages, LISTS.inventory],
  orders: [LISTS.orders],
  opening_balances: [LISTS.invoices],
};

export const distru: VendorReader = {
  async lists(kinds) {
    return [...new Set(kinds.flatMap((kind) => NEEDED[kind]))];
  },
  lines(kind, rows, settings) {
    return READERS[kind](rows, settings);
  },
};

const READERS: Record<Kind, (rows: VendorRows, settings: VendorSettings) => AsyncGenerator<VendorLine>> = {
  customers: companyLines,
  products: productLines,
  batches: batchLines,
  // Its menus have no prices by customer.
  price_lists: async function* () {},
  inventory: stockLines,
  orders: orderLines,
  opening_balances: invoiceLines,
};

const OPEN: Readonly<Record<string, string>> = {
  ...{ PENDING: 'pending', PROCESSING: 'accepted', READY_TO_SHIP: PACKING },
};
const statusIn = (row: Row) =>
  String(row.status ?? '')
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');

/** Whether companies of a relationship are customers, unless a member says otherwise. */
export const isCustomers = (relationship: string) => /customer/i.test(relationship);
export const relationshipOf = (row: Row): string | undefined =>
  isObject(row.relationship_type) ? nameIn(row.relationship_type) : new Taken(row).text('relationship_type');

/** What is owed of an invoice, in dollars. */
function owedOf(at: Taken): string | undefined {
  const total = dollars(at.text('total'));
  const rest = dollars(
    at.first('outstanding_balance', 'balance_due', 'amount_due', 'outstanding', 'balance'),
  );
  if (rest !== undefined) return rest;
  const paid = dollars(at.first('amount_paid', 'total_paid', 'paid'));
  const status = at.text('status')?.toLowerCase() ?? at.text('payment_status')?.toLowerCase();
  if (total === undefined || /^(?:paid|fully.?paid|void(?:ed)?|canceled|cancelled|draft)$/.test(status ?? ''))
    return undefined;
  return (Math.round((Number(total) - Number(paid ?? 0)) * 100) / 100).toFixed(2);
}

async function* companyLines(
  rows: VendorRows,
  { relationships }: VendorSettings,
): AsyncGenerator<VendorLine> {
  const named = new Set<string>();
  for await (const row of rows.each('orders')) if (OPEN[statusIn(row)]) named.add(idIn(row.company) ?? '');
  for await (const row of rows.each('opening_balances')) {
    if (Number(owedOf(new Taken(row)) ?? 0) > 0) named.add(idIn(row.company) ?? '');
  }
  for await (const row of rows.each('companies')) {
    const at = new Taken(row);
    const id = at.id('id') ?? '';
    const relationship = relationshipOf(row);
    at.raw('relationship_type');
    const isTaken =
      relationship !== undefined &&
      (relationships ? relationships.includes(relationship) : isCustomers(relationship));
    if (!isTaken && !named.has(id)) continue;
    const [license, ...others] = at.list('licenses');
    if (others.length > 0) at.notes.push(`licenses: the first of ${others.length + 1} was taken.`);
    const places = at.list('locations');
    const place = places.find((one) => addressIn(one) !== undefined) ?? row;
    at.raw('address');
    const cents = at.text('outstanding_balance_threshold');
    const name = at.text('name');
    const values = cells({
      name,
      legal_name: at.text('legal_business_name'),
      license_number: license && new Taken(license).text('license_number'),
      license_expiry: license && new Taken(license).day('expiration_date'),
      ...(addressIn(place) ?? {}),
      email: at.first('default_email', 'email'),
      phone: at.first('phone_number', 'phone'),
      credit_limit:
        cents !== undefined && /^\d{1,14}(?:\.0+)?$/.test(cents)
          ? (Number(cents) / 100).toFixed(2)
          : undefined,
      external_id: `distru:${id}`,
    });
    yield { values, source: at.source(id, name) };
  }
}

/** An address in parts, or as one text that is taken apart. */
function addressIn(place: Row): Record<string, string> | undefined {
  const given = place.address;
  if (typeof given === 'string' && given.trim() !== '') return { full_address: given };
  const parts = isObject(given) ? given : place;
  const at = new Taken(parts);
  const street = at.first('street', 'address_line_1', 'line_1', 'address_1', 'street_address');
  const whole = cells({
    street,
    city: at.text('city'),
    state: at.first('state', 'state_code', 'province'),
    zip: at.first('zip', 'zipcode', 'zip_code', 'postal_code'),
  });
  return street === undefined ? undefined : (whole as Record<string, string>);
}

const wordOf = (value: unknown) => (isObject(value) ? nameIn(value) : new Taken({ value }).text('value'));

async function* productLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  for await (const row of rows.each('products')) {
    const at = new Taken(row);
    const id = at.id('id') ?? '';
    const name = at.text('name');
    const sku = at.text('sku');
    if (sku === undefined) at.notes.push(`sku: Distru has none; it is DI-${id} here.`);
    const unit = wordOf(at.raw('unit_type'));
    const isEach = unit === undefined || /^(?:unit|each|count|case)s?$/i.test(unit);
    const price = dollars(at.text('unit_price'));
    const values = cells({
      name,
      sku: sku ?? `DI-${id}`,
      brand: wordOf(at.raw('brand')),
      category: wordOf(at.raw('category')),
      subcategory: wordOf(at.raw('subcategory')),
      description: at.text('description'),
      price: dollars(at.text('msrp')) ?? price,
      wholesale_price: dollars(at.text('wholesale_unit_price')) ?? price,
      case_size: at.text('units_per_case')?.replace(/\.0+$/, ''),
      weight: isEach ? undefined : at.text('unit_net_weight'),
      weight_unit: isEach ? undefined : unit,
      active: row.is_active === undefined ? undefined : String(at.flag('is_active')),
      external_id: `distru:${id}`,
    });
    yield { values, source: at.source(id, name) };
  }
}

async function* batchLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  for await (const row of rows.each('batches')) {
    const at = new Taken(row);
    const id = at.id('id') ?? '';
    const number = at.first('batch_number', 'name');
    const values = cells({
      batch_id: number,
      product_id: at.id('product_id') ?? at.id('product'),
      packaged_on: at.day('manufactured_datetime'),
      expires_on: at.day('expiration_date'),
      external_id: `distru:${id}`,
    });
    yield { values, source: at.source(id, number) };
  }
}

/** Packages are lots; what the inventory has beyond them is without one. */
async function* stockLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  const packed = new Map<string, number>();
  for await (const row of rows.each('packages')) {
    if (row.status !== undefined && !/^active$/i.test(String(row.status))) continue;
    const at = new Taken(row);
    const label = at.text('compliance_label');
    const id = at.id('id') ?? label ?? '';
    const product = at.id('product_id') ?? at.id('product');
    const place = isObject(row.location) ? nameIn(row.location) : at.text('location');
    const placeId = at.id('location') ?? at.id('location_id');
    const batch = at.text('batch_number') ?? at.text('batch.batch_number');
    const quantity = at.first('product_unit_quantity', 'quantity');
    for (const field of ['status', 'lab_testing_state', 'product']) at.raw(field);
    const key = [product, placeId, batch ?? ''].join('/');
    packed.set(key, (packed.get(key) ?? 0) + Number(quantity ?? 0));
    const values = cells({
      external_id: `distru:${product ?? ''}`,
      location: place ?? placeId,
      package_tag: label,
      batch_id: batch ?? label,
      expires_on: at.day('expiration_date'),
      quantity: quantity?.replace(/\.0+$/, ''),
    });
    yield { values, source: at.source(id, placeId) };
  }
  for await (const row of rows.each('inventory')) {
    const at = new Taken(row);
    const product = at.id('product') ?? at.id('product_id');
    const placeId = at.id('location') ?? at.id('location_id');
    const place = isObject(row.location) ? nameIn(row.location) : at.text('location');
    const batch = at.text('batch_number');
    const key = [product, placeId, batch ?? ''].join('/');
    const rest = Number(at.text('active') ?? 0) - (packed.get(key) ?? 0);
    if (product === undefined || rest <= 0) continue;
    const values = cells({
      external_id: `distru:${product}`,
      location: place ?? placeId,
      batch_id: batch,
      quantity: String(Math.round(rest * 10_000) / 10_000),
    });
    yield { values, source: at.source(`stock/${key}`.slice(0, 128), placeId) };
  }
}

async function* orderLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  for await (const row of rows.each('orders')) {
    const at = new Taken(row);
    const id = at.id('id') ?? at.text('order_number') ?? '';
    const number = at.text('order_number') ?? id;
    const status = OPEN[statusIn(row)];
    at.raw('status');
    const items = at.list('items').map((line) => {
      const one = new Taken(line);
      return {
        product_id: one.id('product') ?? one.id('product_id'),
        quantity: one.text('quantity')?.replace(/\.0+$/, '') ?? '',
        price: dollars(one.first('price', 'unit_price')),
      };
    });
    const charges = { freight: 0, discount: 0 };
    for (const charge of at.list('charges')) {
      const one = new Taken(charge);
      const amount = Number(one.first('amount', 'price', 'total', 'value') ?? 0);
      const isTax = /tax/i.test(one.first('type', 'name', 'charge_type') ?? '');
      if (isTax || !Number.isFinite(amount)) continue;
      if (amount < 0 || /discount/i.test(one.first('type', 'name', 'charge_type') ?? ''))
        charges.discount += Math.abs(amount);
      else charges.freight += amount;
    }
    const values = cells({
      number,
      customer_id: at.id('company'),
      customer: at.text('company.name'),
      status,
      items: JSON.stringify(items),
      discount: charges.discount > 0 ? charges.discount.toFixed(2) : undefined,
      freight: charges.freight > 0 ? charges.freight.toFixed(2) : undefined,
      total: dollars(at.text('total')),
      delivery_date: at.day('due_datetime'),
      comment: at.text('internal_notes'),
      external_id: `distru:${number}`,
    });
    yield { values, source: at.source(id, number, status ? {} : { closed: true }) };
  }
}

async function* invoiceLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  const names = await mapOf(rows, 'companies', (row) => [idIn(row.id), nameIn(row)]);
  for await (const row of rows.each('opening_balances')) {
    const at = new Taken(row);
    const id = at.id('id') ?? '';
    const amount = owedOf(at);
    if (amount === undefined || Number(amount) <= 0) continue;
    const company = at.id('company');
    const issued = at.day('invoice_datetime') ?? at.day('issued_datetime') ?? at.day('inserted_datetime');
    const number = at.first('invoice_number', 'number') ?? id;
    const values = cells({
      number,
      external_id: company && `distru:${company}`,
      customer: names.get(company ?? ''),
      issued_on: issued,
      due_on: at.day('due_datetime') ?? issued,
      amount,
    });
    yield { values, source: at.source(id, number) };
  }
}
