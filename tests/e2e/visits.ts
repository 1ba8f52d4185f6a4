import { type APIRequestContext, expect } from '@playwright/test';
import { sampleOf } from '../setup/full';
import { BOOK_ACCOUNTS, shipOrder } from './money';
import { ROUTES } from './routes';
import { addEndpointOverRest, DEMO, restOf } from './support';

type Address = string | ((request: APIRequestContext, email: string) => Promise<string>);
export type Visit = {
  /** null before signing in. */
  as: keyof typeof DEMO | null;
  /** Where the page is; the route itself when absent. */
  at?: Address;
};

type WithId = { data: { id: string }[] };

/** The page of the first object of a list. */
const firstOf =
  (list: string, path = list): Address =>
  async (request, email) => {
    const rest = await restOf(request, email);
    const { data } = await rest<WithId>('GET', list);
    if (!data[0]) throw new Error(`${list} is empty`);
    return `${path}/${data[0].id}`;
  };

const transfer: Address = async (request, email) => {
  const rest = await restOf(request, email);
  type Items = { data: { id: string; location_id: string; available_quantity: number }[] };
  const { data } = await rest<Items>('GET', '/inventory?room_type=vault&limit=50');
  const item = data.find((one) => one.available_quantity > 0);
  const line = { inventory_id: item?.id, to_location_id: item?.location_id, to_room_type: 'sales_floor' };
  const { id } = await rest<{ id: string }>('POST', '/inventory/transfers', {
    lines: [{ ...line, quantity: 1 }],
  });
  return `/inventory/transfers/${id}`;
};

/** A move from LeafLink's files with its preview: customers, one of them without a state that exists. */
const migration: Address = async (request, email) => {
  const rest = await restOf(request, email);
  const body = { system: 'leaflink', source: 'files', kinds: ['customers'] };
  const { id } = await rest<{ id: string }>('POST', '/migrations', body);
  const form = new FormData();
  form.set('kind', 'customers');
  form.set('file', new File([LEAFLINK_CUSTOMERS], 'customers.csv', { type: 'text/csv' }));
  await rest('POST', `/migrations/${id}/files`, form);
  await rest('POST', `/migrations/${id}/read`);
  await expect
    .poll(async () => (await rest<{ status: string }>('GET', `/migrations/${id}`)).status, {
      timeout: 60_000,
    })
    .toBe('ready');
  return `/settings/moving-in/${id}`;
};
const LEAFLINK_CUSTOMERS = `ID,Nickname,Business License Name,License Number,Address,City,State,Zipcode,Email,Payment Term,Tier
184220,Green Door,"Green Door Wellness, LLC",C10-0000123-LIC,12 Oak St,Oakland,California,94607,buyer@example.test,Net 30,Gold
184221,Blue Fern,Blue Fern Inc.,C10-0000124-LIC,4 Elm,San Jose,CA,95112,,COD,Silver
184222,Old Leaf,Old Leaf Inc.,C10-0000125-LIC,5 Elm,San Jose,Nowhere,95112,,COD,Silver
`;

/** Goods that a shop received from outside: in a batch, in a package and loose. */
const goodsReceipt: Address = async (request, email) => {
  const rest = await restOf(request, email);
  const { locations } = await rest<{ locations: { id: string }[] }>('GET', '/entity');
  type Products = { data: { variants: { sku: string }[] }[] };
  const { data } = await rest<Products>('GET', '/products?limit=3');
  const stamp = Date.now().toString(36).toUpperCase();
  const lines = data.flatMap(({ variants: [variant] }, n) =>
    variant
      ? [
          {
            sku: variant.sku,
            quantity: 24,
            unit_cost: 16.5,
            batch_id: `HS-${stamp}-${n}`,
            expires_on: '2099-11-30',
          },
        ]
      : [],
  );
  const { id } = await rest<{ id: string }>('POST', '/goods-receipts', {
    location_id: locations[0]?.id,
    supplier: { name: 'Humboldt Sun Farms', license_number: 'CCL18-0001234', state: 'CA' },
    reference: `HSF-${stamp}`,
    lines: lines.map((line, n) => (n === 0 ? { ...line, package_tag: `1A40603${stamp}` } : line)),
  });
  return `/inventory/receipts/${id}`;
};

const count: Address = async (request, email) => {
  const rest = await restOf(request, email);
  const { locations } = await rest<{ locations: { id: string }[] }>('GET', '/entity');
  const body = { location_id: locations[0]?.id, room_type: 'vault' };
  const { id } = await rest<{ id: string }>('POST', '/inventory/counts', body);
  return `/inventory/count/${id}`;
};

/** A quote that the demo's wholesaler sent to its retailer. */
const quote = async (request: APIRequestContext) => {
  const [seller, buyer] = [await restOf(request, DEMO.wholesaler), await restOf(request, DEMO.retailer)];
  const [{ id }, { id: retailer_id }] = [
    await seller<{ id: string }>('GET', '/entity'),
    await buyer<{ id: string }>('GET', '/entity'),
  ];
  type Offers = { data: { product_id: string; variant_id: string }[] };
  const { data } = await buyer<Offers>('GET', `/market/suppliers/${id}/catalogue?limit=1`);
  const items = data.map(({ product_id, variant_id }) => ({ product_id, variant_id, quantity: 1 }));
  const valid_until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const draft = await seller<{ id: string }>('POST', '/drafts', { retailer_id, items, valid_until });
  await seller('POST', `/drafts/${draft.id}/send`);
  return `/drafts/${draft.id}`;
};

/** An invoice of the demo's wholesaler to its retailer. */
const invoice: Address = async (request) => `/invoices/${(await shipOrder(request)).invoice}`;

/** The page of the books with an export on it. */
const books: Address = async (request, email) => {
  await shipOrder(request);
  const rest = await restOf(request, email);
  await rest('PUT', '/accounting/accounts', BOOK_ACCOUNTS);
  const days = { start_date: '2026-01-01', end_date: '2099-12-31' };
  await rest('POST', '/accounting/exports', { kind: 'journal', format: 'neutral', ...days });
  return '/settings/books';
};

/** The form of a payment of the demo's retailer. */
const newPayment: Address = async (request) =>
  `/payments/new?customer=${(await shipOrder(request)).customer}`;

/** A payment of the demo's retailer. */
const payment: Address = async (request, email) => {
  const { customer } = await shipOrder(request);
  const rest = await restOf(request, email);
  const { id } = await rest<{ id: string }>('POST', '/payments', {
    ...{ customer_id: customer, kind: 'payment', method: 'check', amount: 25 },
    ...{
      received_on: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10),
      reference: `V-${Date.now()}`,
    },
  });
  return `/payments/${id}`;
};

/** What a link to a quote of the demo's wholesaler shows. */
const quoteLink: Address = async (request) => {
  const path = await quote(request);
  const rest = await restOf(request, DEMO.wholesaler);
  const { url } = await rest<{ url: string }>('POST', `${path}/link`);
  return new URL(url).pathname;
};

/** A price list with prices of the wholesaler's products. */
const priceList: Address = async (request, email) => {
  const rest = await restOf(request, email);
  const name = `List ${Date.now()}`;
  const { id } = await rest<{ id: string }>('POST', '/price-lists', { name, discount_bps: 500 });
  const me = await rest<{ id: string }>('GET', '/entity');
  type Products = { data: { variants: { sku: string }[] }[] };
  const { data } = await rest<Products>('GET', `/products?entity_id=${me.id}&limit=20`);
  const skus = data.flatMap(({ variants }) => variants.map(({ sku }) => sku)).slice(0, 12);
  await rest('PUT', `/price-lists/${id}/rules`, {
    rules: skus.flatMap((sku) => [
      { sku, min_amount: 1, unit_price: 20 },
      { sku, min_amount: 10, unit_price: 18 },
    ]),
  });
  return `/price-lists/${id}`;
};

const endpoint: Address = async (request, email) => {
  // Nothing listens at the port of discard.
  const { id } = await addEndpointOverRest(request, email, {
    url: 'http://127.0.0.1:9/hooks',
    events: ['*'],
  });
  return `/settings/api/webhooks/${id}`;
};

/** What the demo's wholesaler has of the second one, which lets sellers learn of it. */
const offer: Address = async (request) => {
  const [seller, claimant] = [
    await restOf(request, DEMO.wholesaler),
    await restOf(request, DEMO.wholesaler2),
  ];
  const offers = async () => (await claimant<WithId>('GET', '/claims?role=claimant')).data;
  if ((await offers()).length === 0) {
    await claimant('PATCH', '/joining', { tell_sellers: true });
    const { license_number } = await claimant<{ license_number: string }>('GET', '/entity');
    await seller('POST', '/customers', {
      ...{ type: 'wholesaler', name: 'Delta Ridge', license_number, contact: { email: DEMO.wholesaler2 } },
      address: { street: '2 Levee Road', city: 'Stockton', state: 'CA', zip: '95203' },
    });
    await expect.poll(async () => (await offers()).length, { timeout: 30_000 }).toBe(1);
  }
  return `/claims/${(await offers())[0]?.id}`;
};

/** What a supplier of the demo's wholesaler says that is owed. */
const statement: Address = async (request, email) => {
  const supplier = firstOf('/entity/connections?status=accepted&side=buying', '/suppliers');
  return `${typeof supplier === 'string' ? supplier : await supplier(request, email)}?tab=statement`;
};

/** A page below that of the first object of a list. */
const below = (list: string, page: string): Visit => ({
  as: 'wholesaler',
  at: async (request, email) => {
    const object = firstOf(list);
    return `${typeof object === 'string' ? object : await object(request, email)}/${page}`;
  },
});

/** Visits of routes with a parameter, by other members or at another address. */
const NAMED: Readonly<Record<string, readonly Visit[]>> = {
  '/': [{ as: 'retailer' }, { as: 'wholesaler' }],
  '/[...path]': [
    { as: null, at: '/nowhere' },
    { as: 'retailer', at: '/nowhere' },
  ],
  '/batches': [{ as: 'retailer' }, { as: 'wholesaler', at: '/batches?view=held' }],
  '/batches/[id]': [{ as: 'wholesaler', at: firstOf('/batches') }],
  '/claims': [{ as: 'wholesaler' }, { as: 'retailer' }],
  '/claims/[id]': [{ as: 'wholesaler2', at: offer }],
  '/claim/[token]': [{ as: null, at: '/claim/x' }],
  '/customers': [{ as: 'wholesaler' }],
  '/customers/[id]': [{ as: 'wholesaler', at: firstOf('/customers') }],
  '/customers/import': [{ as: 'wholesaler' }],
  '/invoices/import': [{ as: 'wholesaler' }],
  '/customers/new': [{ as: 'wholesaler' }],
  '/customers/requests': [{ as: 'wholesaler' }],
  '/drafts': [{ as: 'wholesaler' }, { as: 'retailer' }],
  '/drafts/[id]': [
    { as: 'retailer', at: quote },
    { as: 'wholesaler', at: quote },
  ],
  '/developers': [{ as: null }],
  '/developers/[operation]': [{ as: null, at: '/developers/orders_create' }],
  '/developers/guide/[document]': [{ as: null, at: '/developers/guide/webhooks' }],
  '/help': [{ as: null }, { as: 'retailer' }],
  '/help/[page]': [{ as: null, at: '/help/order-by-phone' }],
  '/forgot-password': [{ as: null }],
  '/sign-up': [{ as: null }],
  '/sign-up/[token]': [{ as: null, at: '/sign-up/x' }],
  '/inventory/[id]': [{ as: 'retailer', at: firstOf('/inventory') }],
  '/inventory/count/[id]': [{ as: 'retailer', at: count }],
  '/inventory/package': [{ as: 'cultivator' }],
  '/inventory/receipts/[id]': [{ as: 'retailer', at: goodsReceipt }],
  '/inventory/receipts/[id]/correct': [
    { as: 'retailer', at: async (...caller) => `${await goodsReceipt(...caller)}/correct` },
  ],
  '/inventory/receipts/new': [
    { as: 'retailer' },
    { as: 'cultivator', at: '/inventory/receipts/new?kind=harvest' },
  ],
  '/inventory/snapshot': [{ as: 'retailer', at: '/inventory/snapshot?compare=true' }],
  '/inventory/transfers/[id]': [{ as: 'retailer', at: transfer }],
  '/invite/[token]': [{ as: null, at: '/invite/x' }],
  '/menus': [{ as: 'wholesaler' }],
  '/menus/[id]': [{ as: 'wholesaler', at: firstOf('/menus') }],
  '/market': [{ as: 'retailer' }, { as: 'retailer', at: '/market?view=goods' }],
  '/market/[supplierId]': [{ as: 'retailer', at: firstOf('/market/suppliers', '/market') }],
  '/orders': [{ as: 'retailer' }, { as: 'wholesaler' }],
  '/order-requests': [{ as: 'wholesaler' }],
  '/order-requests/[id]': [{ as: 'wholesaler', at: firstOf('/order-requests') }],
  '/purchases': [{ as: 'wholesaler' }],
  '/orders/new': [{ as: 'wholesaler' }],
  '/orders/[id]': [
    // The one whose lots can be chosen.
    { as: 'wholesaler', at: firstOf('/orders?status=accepted', '/orders') },
    { as: 'retailer', at: firstOf('/orders') },
  ],
  '/orders/[id]/[document]': ['packing-slip', 'invoice', 'manifest'].map((one) => below('/orders', one)),
  '/offers': [{ as: 'wholesaler' }],
  '/bank': [{ as: 'wholesaler' }],
  '/bank/statements': [{ as: 'wholesaler' }],
  '/bills': [{ as: 'retailer' }],
  '/pay-runs': [{ as: 'retailer' }],
  '/pay-runs/[id]': [{ as: 'retailer', at: firstOf('/pay-runs') }],
  '/invoices': [{ as: 'wholesaler' }, { as: 'retailer' }],
  '/invoices/[id]': [
    { as: 'wholesaler', at: invoice },
    { as: 'retailer', at: invoice },
  ],
  '/payments': [{ as: 'wholesaler' }, { as: 'retailer' }],
  '/payments/[id]': [{ as: 'wholesaler', at: payment }],
  '/payments/new': [{ as: 'wholesaler', at: newPayment }],
  '/receivables': [{ as: 'wholesaler' }, { as: 'retailer' }],
  // Without a request of this browser it says that there is none any more.
  '/oauth/consent/[id]': [{ as: 'wholesaler', at: '/oauth/consent/xxxxxxxxxxxxxxxxxxxxx' }],
  '/quote/[token]': [{ as: null, at: quoteLink }],
  '/price-lists': [{ as: 'wholesaler' }],
  '/price-lists/[id]': [{ as: 'wholesaler', at: priceList }],
  '/products': [{ as: 'retailer' }, { as: 'wholesaler', at: '/products?q=no+such+product' }],
  '/products/[id]': [{ as: 'retailer', at: firstOf('/products') }],
  '/products/new': [{ as: 'retailer' }, { as: 'retailerViewer' }],
  '/recalls': [{ as: 'wholesaler' }],
  '/recalls/[id]': [
    { as: 'wholesaler', at: firstOf('/recalls') },
    { as: 'retailer', at: firstOf('/recalls') },
  ],
  '/recalls/[id]/letter': [below('/recalls', 'letter')],
  '/reports': [{ as: 'retailer' }, { as: 'cultivator' }],
  '/reports/margins': [{ as: 'wholesaler' }],
  '/reset-password/[token]': [{ as: null, at: '/reset-password/x' }],
  '/settings': [{ as: 'retailerManager' }],
  '/settings/api': [{ as: 'wholesaler' }],
  '/settings/api/keys': [{ as: 'wholesaler' }],
  '/settings/api/reference': [{ as: 'wholesaler' }],
  '/settings/api/reference/[operation]': [
    { as: 'wholesaler', at: '/settings/api/reference/orders_create' },
    { as: 'wholesaler', at: '/settings/api/reference/on_order_created' },
  ],
  '/settings/api/webhooks': [{ as: 'wholesaler' }],
  '/settings/api/webhooks/[id]': [{ as: 'wholesaler', at: endpoint }],
  '/settings/integrations': [{ as: 'retailer' }, { as: 'wholesaler' }],
  '/settings/moving-in': [{ as: 'wholesaler' }],
  '/settings/moving-in/[id]': [{ as: 'wholesaler', at: migration }],
  '/settings/business': [{ as: 'retailer' }, { as: 'wholesaler' }],
  '/settings/fleet': [{ as: 'wholesaler' }],
  '/settings/notifications': [{ as: 'retailer' }, { as: 'retailerViewer' }],
  '/settings/licenses': [{ as: 'wholesaler' }],
  '/settings/locations': [{ as: 'retailer' }, { as: 'retailerViewer' }],
  '/settings/team': [{ as: 'retailer' }, { as: 'retailerViewer' }],
  '/settings/sales': [{ as: 'wholesaler' }],
  '/settings/invoices': [{ as: 'wholesaler' }],
  '/settings/books': [{ as: 'wholesaler', at: books }],
  '/settings/taxes': [{ as: 'wholesaler' }, { as: 'wholesaler2' }],
  '/setup/[token]': [{ as: null, at: '/setup/x' }],
  '/offline': [{ as: null }],
  '/sign-in': [{ as: null }],
  '/second-factor': [{ as: 'wholesaler' }],
  '/sign-in/mfa': [{ as: null }],
  '/unsubscribe/[token]': [{ as: null, at: '/unsubscribe/x' }],
  '/welcome': [{ as: null }],
  '/suppliers': [{ as: 'retailer' }, { as: 'retailerViewer' }, { as: 'wholesaler' }],
  '/suppliers/[id]': [
    { as: 'retailer', at: firstOf('/entity/connections?status=accepted&side=buying', '/suppliers') },
    { as: 'wholesaler', at: statement },
  ],
};

/** The visits of every route. A page without parameters that isn't named here is visited by the retailer. */
export const VISITS: Readonly<Record<string, readonly Visit[]>> = {
  ...Object.fromEntries(
    ROUTES.filter((route) => !route.includes('[')).map((route) => [route, [{ as: 'retailer' }]] as const),
  ),
  ...NAMED,
};

/** Every visit with its route, of all members or of one; in `npm test` the first of each route. */
export const visitsAs = (as?: Visit['as']) =>
  Object.entries(VISITS).flatMap(([route, visits]) =>
    sampleOf(visits)
      .filter((visit) => as === undefined || visit.as === as)
      .map((visit) => ({ route, ...visit })),
  );

/** The address of a visit; objects that it needs are found or made over REST. */
export async function addressOf(
  { route, as, at = route }: Visit & { route: string },
  request: APIRequestContext,
): Promise<string> {
  return typeof at === 'string' ? at : at(request, DEMO[as ?? 'retailer']);
}
