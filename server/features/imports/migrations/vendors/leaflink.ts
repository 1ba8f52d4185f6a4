import { PACKING } from '../../../../kernel/order-statuses';
import {
  cells,
  dollars,
  idIn,
  mapOf,
  nameIn,
  type Row,
  share,
  Taken,
  type VendorLine,
  type VendorList,
  type VendorReader,
  type VendorRows,
} from './row';

/** LeafLink, as its public reference and the texts in docs/connectors.md describe it. Everything is read leniently. */
const V2 = '/api/v2';
const BY_ID = ['id', 'pk'];
const BY_NUMBER = ['number', 'id'];
const OPEN = 'submitted,accepted,backorder,fulfilled';
const OWED = 'shipped,complete';

const listAt = (name: string, path = name, idFields = BY_ID): VendorList => ({ name, path, idFields });
const customers = listAt('customers');
const products = listAt('products');
const categories = listAt('categories', 'product-categories');
const subcategories = listAt('subcategories', 'product-subcategories');
const brands = listAt('brands');
const batches = listAt('batches', 'product-batches');
const facilities = listAt('facilities');
const inventory = listAt('inventory', 'inventory-items');
const orders = listAt('orders', `orders-received?status=${OPEN}&include_children=line_items`, BY_NUMBER);
const owed = listAt('opening_balances', `orders-received?status=${OWED}`, BY_NUMBER);
const NEEDED: Record<Parameters<VendorReader['lines']>[0], readonly VendorList[]> = {
  customers: [customers, orders],
  products: [products, categories, subcategories, brands, batches],
  batches: [products, batches],
  price_lists: [customers, products],
  inventory: [products, batches, facilities, inventory],
  orders: [orders],
  opening_balances: [owed],
};

export const leaflink: VendorReader = {
  async lists(kinds, rows, hasNewerApi) {
    const needed = [...new Set(kinds.flatMap((kind) => NEEDED[kind]))];
    const prices =
      kinds.includes('price_lists') && rows.names.includes('customers') ? await schedulesIn(rows) : [];
    const byBuyer = prices.map(({ schedule, buyer }) => ({
      name: `prices:${schedule}`,
      path: `products?buyer=${encodeURIComponent(buyer)}`,
      idFields: BY_ID,
    }));
    return [...needed, ...byBuyer].map((list) => ({ ...list, path: pathOf(list.path, hasNewerApi) }));
  },
  lines(kind, rows) {
    return READERS[kind](rows);
  },
};

/** Paths of the older API end in `/`. */
function pathOf(path: string, hasNewerApi: boolean): string {
  const [base = '', query] = path.split('?');
  const whole = hasNewerApi ? `/${base}` : `${V2}/${base}/`;
  return query === undefined ? whole : `${whole}?${query}`;
}

const READERS: Record<
  Parameters<VendorReader['lines']>[0],
  (rows: VendorRows) => AsyncGenerator<VendorLine>
> = {
  customers: customerLines,
  products: productLines,
  batches: batchLines,
  price_lists: priceLines,
  inventory: inventoryLines,
  orders: orderLines,
  opening_balances: owedLines,
};

/** One customer for each schedule of prices: what it pays says what all with the schedule do. */
async function schedulesIn(rows: VendorRows): Promise<Array<{ schedule: string; buyer: string }>> {
  const found = new Map<string, string>();
  for await (const row of rows.each('customers')) {
    const [schedule, buyer] = [idIn(row.price_schedule), idIn(row.partner) ?? idIn(row.id)];
    if (schedule && buyer && !found.has(schedule)) found.set(schedule, buyer);
  }
  return [...found].map(([schedule, buyer]) => ({ schedule, buyer }));
}

const listOf = (schedule: string) => `LeafLink ${schedule}`;
const discountOf = (percent: string | undefined) => {
  const number = Number(percent ?? Number.NaN);
  return number > 0 && number <= 100 ? number : undefined;
};

async function* customerLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  const named = new Set<string>();
  const terms = new Map<string, string>();
  for await (const row of rows.each('orders')) {
    const id = idIn(row.customer);
    if (id) named.add(id);
    const text = new Taken(row).first('payment_term', 'payment_terms');
    if (id && text && !/^\d+$/.test(text)) terms.set(id, text);
  }
  for await (const row of rows.each('customers')) {
    const at = new Taken(row);
    const id = at.id('id') ?? '';
    const name = at.first('nickname', 'name');
    if (at.text('nickname') && at.text('name') && at.text('nickname') !== at.text('name')) at.drop('name');
    const whole = typeof row.delivery_address === 'string' ? at.text('delivery_address') : undefined;
    const parts =
      typeof row.delivery_address === 'object' && row.delivery_address !== null ? 'delivery_address.' : '';
    const street = at.first(`${parts}address`, `${parts}street`, `${parts}address_1`, 'address');
    const unit = at.first(`${parts}unit_number`, 'unit_number');
    const split = cells({
      street: street && [street, unit].filter(Boolean).join(', '),
      city: at.first(`${parts}city`, 'city'),
      state: at.first(`${parts}state`, 'state'),
      zip: at.first(`${parts}zipcode`, `${parts}zip`, 'zipcode'),
    });
    const isSplit = ['street', 'city', 'state', 'zip'].every((field) => field in split);
    if (at.flag('delinquent')) at.notes.push('delinquent: LeafLink says that it pays late.');
    if (at.flag('license_inactive'))
      at.notes.push('license_inactive: LeafLink says that its license is not active.');
    at.raw('price_schedule');
    const percent = discountOf(at.text('discount_percent'));
    if (percent !== undefined && idIn(row.price_schedule)) at.drop('discount_percent');
    const term = at.text('payment_term');
    const days = term !== undefined && /^\d+$/.test(term) ? terms.get(id) : term;
    if (term !== undefined && days === undefined) at.drop('payment_term');
    const closed = at.flag('archived') && !named.has(id);
    const values = cells({
      name,
      legal_name: at.text('business_license_name'),
      license_number: at.text('license_number'),
      license_type: at.text('license_type'),
      ...(whole !== undefined && !isSplit ? { full_address: whole } : split),
      email: at.text('email'),
      phone: at.text('phone'),
      terms_days: days,
      external_id: `leaflink:${id}`,
      erp_id: at.text('external_id'),
      quickbooks_id: at.text('ext_acct_id'),
    });
    yield { values, source: at.source(id, name, closed ? { closed } : {}) };
  }
}

interface Parent {
  name: string | undefined;
  category: string | undefined;
  subcategory: string | undefined;
  brand: string | undefined;
  description: string | undefined;
}

const LISTED: Readonly<Record<string, boolean>> = { archived: false, internal: false, unavailable: false };

async function* productLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  const names = async (list: string) => mapOf(rows, list, (row) => [idIn(row.id), nameIn(row)]);
  const [categoryOf, subcategoryOf, brandOf] = [
    await names('categories'),
    await names('subcategories'),
    await names('brands'),
  ];
  const named = (value: unknown, of: ReadonlyMap<string, string | undefined>) => {
    const own = typeof value === 'object' && value !== null ? nameIn(value as Row) : undefined;
    const id = idIn(value);
    return own ?? (id === undefined ? undefined : (of.get(id) ?? (/^\d+$/.test(id) ? undefined : id)));
  };
  const aboutOf = (at: Taken): Parent => ({
    name: at.first('display_name', 'name'),
    category: named(at.raw('category'), categoryOf),
    subcategory: named(at.raw('sub_category'), subcategoryOf),
    brand: named(at.raw('brand'), brandOf),
    description: at.text('description'),
  });
  const parents = new Set<string>();
  for await (const row of rows.each('products')) {
    const parent = idIn(row.parent);
    if (parent) parents.add(parent);
  }
  const about = await mapOf(rows, 'products', (row) => {
    const id = idIn(row.id);
    return id && parents.has(id) ? [id, aboutOf(new Taken(row))] : undefined;
  });
  const potency = await mapOf(rows, 'batches', (row) => {
    const isShare = String(row.cannabinoid_unit ?? '%').includes('%');
    return [idIn(row.product), isShare ? { thc: share(row.total_thc), cbd: share(row.cbd) } : {}];
  });
  for await (const row of rows.each('products')) {
    const at = new Taken(row);
    const id = at.id('id') ?? '';
    const own = aboutOf(at);
    const parent = about.get(at.id('parent') ?? '');
    const sku = at.text('sku');
    if (sku === undefined) at.notes.push(`sku: LeafLink has none; it is LL-${id} here.`);
    const currency = at.text('wholesale_price.currency') ?? at.text('retail_price.currency') ?? 'USD';
    const isDollars = currency.toUpperCase() === 'USD';
    const price = (field: string) => (isDollars ? dollars(at.first(`${field}.amount`, field)) : undefined);
    const wholesale = price('wholesale_price');
    const state = at.text('listing_state')?.toLowerCase();
    const strain = at
      .text('strain_classification')
      ?.toLowerCase()
      .replace(/^.*-hybrid$/, 'hybrid');
    const flower = ['indica', 'sativa', 'hybrid'].find((word) => word === strain);
    const isFlower = /flower|bud/i.test(
      `${parent?.category ?? own.category} ${parent?.subcategory ?? own.subcategory}`,
    );
    if (strain !== undefined && !flower && !/^(?:na|cbd|n\/a)$/.test(strain))
      at.drop('strain_classification');
    const unit = at.text('unit_of_measure');
    const isEach = unit === undefined || /^(?:unit|each|case)s?$/i.test(unit);
    const weight = at.first('unit_denomination.value', 'unit_denomination');
    at.raw('sell_in_unit_of_measure');
    const { thc, cbd } = potency.get(id) ?? {};
    const values = cells({
      name: parent?.name ?? own.name,
      variant_name: parent ? own.name : undefined,
      sku: sku ?? `LL-${id}`,
      category: parent?.category ?? own.category,
      subcategory: isFlower && flower ? flower : (parent?.subcategory ?? own.subcategory),
      brand: parent?.brand ?? own.brand,
      description: parent?.description ?? own.description,
      wholesale_price: wholesale,
      price: price('retail_price') ?? wholesale,
      case_size: at.text('unit_multiplier')?.replace(/\.0+$/, ''),
      weight: isEach ? undefined : weight,
      weight_unit: isEach ? undefined : unit,
      active: state === undefined ? undefined : String(LISTED[state] ?? true),
      thc,
      cbd,
      external_id: `leaflink:${id}`,
    });
    if (!isDollars) at.notes.push(`currency: prices in ${currency} were not taken.`);
    if (/case/i.test(String(row.sell_in_unit_of_measure ?? ''))) at.notes.push('sold_in: Case.');
    yield { values, source: at.source(id, own.name, parents.has(id) ? { isParent: true } : {}) };
  }
}

async function* batchLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  for await (const row of rows.each('batches')) {
    const at = new Taken(row);
    const id = at.id('id') ?? '';
    const number = at.first('production_batch_number', 'number', 'batch_number');
    for (const field of ['total_thc', 'cbd', 'cannabinoid_unit']) at.raw(field);
    if (at.text('cannabinoid_unit') && !String(row.cannabinoid_unit).includes('%')) {
      at.drop('total_thc');
      at.drop('cbd');
    }
    const values = cells({
      batch_id: number,
      product_id: at.id('product'),
      packaged_on: at.first('batch_date', 'packaged_date')?.slice(0, 10),
      harvested_on: at.day('harvest_date'),
      expires_on: at.day('expiration_date'),
      external_id: `leaflink:${id}`,
    });
    yield { values, source: at.source(id, number) };
  }
}

async function* priceLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  const wholesale = await mapOf(rows, 'products', (row) => {
    const at = new Taken(row);
    return [idIn(row.id), dollars(at.first('wholesale_price.amount', 'wholesale_price'))];
  });
  for (const list of rows.names) {
    if (!list.startsWith('prices:')) continue;
    const schedule = list.slice('prices:'.length);
    for await (const row of rows.each(list)) {
      const [id, at] = [idIn(row.id) ?? '', new Taken(row)];
      const price = dollars(at.first('price_schedule_price.amount', 'price_schedule_price'));
      if (price === undefined || price === wholesale.get(id)) continue;
      const source = { id: `${schedule}/${id}`, name: listOf(schedule), notes: [], notCarried: [] };
      const values = {
        price_list: listOf(schedule),
        product_id: id,
        price,
        external_id: `leaflink:${schedule}`,
      };
      yield { values, source };
    }
  }
  for await (const row of rows.each('customers')) {
    const id = idIn(row.id) ?? '';
    const schedule = idIn(row.price_schedule);
    const percent = discountOf(new Taken(row).text('discount_percent'));
    const list = schedule ? listOf(schedule) : percent === undefined ? undefined : `LeafLink ${percent} %`;
    if (list === undefined) continue;
    const bps = schedule || percent === undefined ? undefined : String(Math.round(percent * 100));
    const source = { id: `customer/${id}`, name: list, notes: [], notCarried: [] };
    yield {
      values: cells({ price_list: list, discount_bps: bps, customer_id: id, customer: nameIn(row) }),
      source,
    };
  }
}

async function* inventoryLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  const numbers = await mapOf(rows, 'batches', (row) => [
    idIn(row.id),
    new Taken(row).first('production_batch_number', 'number', 'batch_number'),
  ]);
  const places = await mapOf(rows, 'facilities', (row) => [idIn(row.id), nameIn(row)]);
  let any = false;
  for await (const row of rows.each('inventory')) {
    any = true;
    const at = new Taken(row);
    const [id, place] = [at.id('id') ?? '', at.id('facility')];
    const own = typeof row.facility === 'object' ? nameIn(row.facility as Row) : undefined;
    const values = cells({
      external_id: `leaflink:${at.id('product') ?? ''}`,
      location: own ?? places.get(place ?? '') ?? place,
      batch_id: numbers.get(at.id('batch') ?? ''),
      quantity: at.text('quantity'),
    });
    yield { values, source: at.source(id, place) };
  }
  if (any) return;
  for await (const row of rows.each('products')) {
    const [id, at] = [idIn(row.id) ?? '', new Taken(row)];
    const quantity = at.text('quantity');
    if (quantity === undefined) continue;
    const source = { id: `product/${id}`, name: 'LeafLink', notes: [], notCarried: [] };
    yield { values: { external_id: `leaflink:${id}`, location: 'LeafLink', quantity }, source };
  }
}

const STATUSES: Readonly<Record<string, string>> = {
  ...{ submitted: 'pending', backorder: 'pending', accepted: 'accepted', fulfilled: PACKING },
};

async function* orderLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  for await (const row of rows.each('orders')) {
    const at = new Taken(row);
    const number = at.id('number') ?? at.id('id') ?? '';
    const status = STATUSES[at.text('status')?.toLowerCase() ?? ''];
    const items = at.list('line_items').map((line) => {
      const one = new Taken(line);
      return {
        product_id: one.id('product'),
        sku: one.text('product.sku'),
        quantity: one.text('quantity')?.replace(/\.0+$/, '') ?? '',
        price: dollars(one.first('ordered_unit_price.amount', 'ordered_unit_price')),
        sample: one.flag('is_sample'),
      };
    });
    const tags = at
      .list('line_items')
      .some((line) => Array.isArray(line.package_tags) && line.package_tags.length > 0);
    if (tags) at.notes.push('package_tags: the packages of its lines were not taken.');
    const isPercent = /percent|%/i.test(at.text('discount_type') ?? '');
    const sum = items.reduce((all, { quantity, price = '0' }) => all + Number(quantity) * Number(price), 0);
    const given = Number(at.first('discount.amount', 'discount') ?? 0);
    const discount = isPercent ? (Math.round(sum * given) / 100).toFixed(2) : given.toFixed(2);
    at.raw('final_tax');
    const values = cells({
      number: at.text('short_id') ?? number,
      customer_id: at.id('customer'),
      customer: at.first('customer.nickname', 'customer.name'),
      status,
      items: JSON.stringify(items),
      discount: Number(discount) > 0 ? discount : undefined,
      freight: dollars(at.first('shipping_charge.amount', 'shipping_charge')),
      total: dollars(at.first('total.amount', 'total')),
      delivery_date: at.day('ship_date'),
      purchase_order: at.text('external_id_buyer'),
      notes: at.text('notes'),
      comment: at.text('internal_notes'),
      external_id: `leaflink:${number}`,
    });
    yield {
      values,
      source: at.source(number, at.text('short_id') ?? number, status ? {} : { closed: true }),
    };
  }
}

async function* owedLines(rows: VendorRows): AsyncGenerator<VendorLine> {
  for await (const row of rows.each('opening_balances')) {
    const at = new Taken(row);
    const number = at.id('number') ?? at.id('id') ?? '';
    const amount = dollars(at.first('payment_balance.amount', 'payment_balance'));
    if (amount === undefined || Number(amount) <= 0) continue;
    const issued = at.day('ship_date') ?? at.day('created_on') ?? at.day('modified');
    const values = cells({
      number: at.text('short_id') ?? number,
      external_id: `leaflink:${at.id('customer') ?? ''}`,
      issued_on: issued,
      due_on: at.day('payment_due_date') ?? issued,
      amount,
    });
    const { notCarried: _, ...source } = at.source(number, at.text('short_id') ?? number);
    yield { values, source: { ...source, notCarried: [] } };
  }
}
