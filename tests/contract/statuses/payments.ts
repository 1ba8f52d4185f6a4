import { createMember } from '../../factories/business';
import { moneyOf, PAYMENTS, paid, pay } from '../../factories/money';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { ABSENT_ID } from '../../setup/expect';
import {
  buyer,
  type Callers,
  type Case,
  type Cases,
  MANAGERS,
  MARKET,
  place,
  read,
  seller,
  stage,
  trade,
  wholesaler,
} from './world';

const { owe, credit } = moneyOf(stage);
const SELLERS: Callers = ['', 'oam', 'oam'];
const SELLING_ADMINS: Callers = ['', 'oa', 'oa'];

/** A member of one place, who sees no money of the whole business. */
const limited = await stage.signIn(await createMember(stage.db, wholesaler, 'manager', [place]));
const ofAll = (address: string, absent?: string): Case => {
  const all = read(seller, address, absent);
  return { ...all, cases: { ...all.cases, 403: () => limited.get(address) } };
};

const payment = await paid(trade, 10, { allocations: [] });
const pathOf = (id: string) => `${PAYMENTS}/${id}`;
const over = [{ invoice_id: (await owe(trade, 1)).id, amount: 2 }];

const RECEIVABLES = '/api/v1/receivables';
const ofCustomer = (id: string) => `/api/v1/customers/${id}/statement`;
const ofSupplier = (id: string) => `/api/v1/suppliers/${id}/statement`;

const billed = (await placeOrderIn(trade, 'shipped')).invoice?.id ?? '';
const note = await credit(trade, billed, 1);
const ofNote = (id: string) => `/api/v1/credit-notes/${id}/allocations`;

/** More rows than a statement may have. */
const long = await openTrade(stage);
await stage.sql`insert into invoices (id, seller_id, buyer_id, number, opening, issued_on, due_on, subtotal_cents, discount_cents,
    freight_cents, tax_cents, total_cents)
  select uuidv7(), ${long.wholesaler.id}, ${long.retailer.id}, 'LONG-' || n, true, '2026-01-01', '2026-01-01', 1, 0, 0, 0, 1
  from generate_series(1, 10001) n`;
const ALL_DAYS = '?from=2026-01-01';

const REMITTANCES = '/api/v1/remittances';
const BUYERS: Callers = ['oam', 'oam', ''];
const limitedBuyer = await stage.signIn(
  await createMember(stage.db, trade.retailer, 'manager', trade.retailer.locationIds.slice(0, 1)),
);
let references = 0;
const say = (invoiceId: string, amount: number, client = buyer) =>
  client.post<{ id: string }>(`/api/v1/invoices/${invoiceId}/remittances`, {
    ...{ method: 'check', amount, sent_on: '2026-01-05', reference: `S-${++references}` },
  });
/** A remittance that waits. */
async function sent(): Promise<string> {
  return (await say((await owe(trade, 5)).id, 5)).body.id;
}
const moved = (what: string, client: typeof buyer, may: Callers): Case => {
  const act = (id: string, by = client) => by.post(`${REMITTANCES}/${id}/${what}`, {});
  return {
    ...{ may, client, address: `${REMITTANCES}/${ABSENT_ID}/${what}` },
    cases: {
      200: async () => act(await sent()),
      403: async () => act(await sent(), client === buyer ? limitedBuyer : limited),
      404: () => act(ABSENT_ID),
      409: async () => {
        const id = await sent();
        await act(id);
        return act(id);
      },
    },
  };
};

const DISPUTES = '/api/v1/disputes';
/** An invoice with a line. */
async function shipped() {
  const order = await placeOrderIn(trade, 'shipped');
  return { id: order.invoice?.id ?? '', item: order.items[0]?.id ?? '' };
}
const disputing = ({ id, item }: Awaited<ReturnType<typeof shipped>>, client = buyer) =>
  client.post<{ id: string }>(`/api/v1/invoices/${id}/disputes`, {
    ...{ reason: 'quantity', lines: [{ item_id: item, quantity: 0 }] },
  });
/** A dispute that is open. */
async function disputed(): Promise<string> {
  return (await disputing(await shipped())).body.id;
}
const closed = (what: string, client: typeof buyer, may: Callers): Case => {
  const act = (id: string, by = client) => by.post(`${DISPUTES}/${id}/${what}`, {});
  return {
    ...{ may, client, address: `${DISPUTES}/${ABSENT_ID}/${what}` },
    cases: {
      200: async () => act(await disputed()),
      403: async () => act(await disputed(), client === buyer ? limitedBuyer : limited),
      404: () => act(ABSENT_ID),
      409: async () => {
        const id = await disputed();
        await act(id);
        return act(id);
      },
    },
  };
};

export const PAYMENT_CASES: Cases = {
  [`GET ${RECEIVABLES}`]: { ...ofAll(RECEIVABLES), may: ['', 'oamv', 'oamv'] },
  'GET /api/v1/customers/{id}/statement': {
    ...ofAll(ofCustomer(trade.retailer.id), ofCustomer(ABSENT_ID)),
    may: ['', 'oamv', 'oamv'],
    cases: {
      ...ofAll(ofCustomer(trade.retailer.id), ofCustomer(ABSENT_ID)).cases,
      409: () => long.seller.get(ofCustomer(long.retailer.id) + ALL_DAYS),
    },
  },
  'GET /api/v1/customers/{id}/statement/pdf': {
    may: ['', 'oamv', 'oamv'],
    client: seller,
    address: `${ofCustomer(trade.retailer.id)}/pdf`,
    cases: {
      200: () => seller.get(`${ofCustomer(trade.retailer.id)}/pdf`),
      403: () => limited.get(`${ofCustomer(trade.retailer.id)}/pdf`),
      404: () => seller.get(`${ofCustomer(ABSENT_ID)}/pdf`),
      409: () => long.seller.get(`${ofCustomer(long.retailer.id)}/pdf${ALL_DAYS}`),
    },
  },
  'POST /api/v1/customers/{id}/statement/pdf': {
    may: ['', 'oamv', 'oamv'],
    client: seller,
    address: `${ofCustomer(ABSENT_ID)}/pdf`,
    cases: {
      202: () => seller.post(`${ofCustomer(trade.retailer.id)}/pdf`, {}),
      403: () => limited.post(`${ofCustomer(trade.retailer.id)}/pdf`, {}),
      404: () => seller.post(`${ofCustomer(ABSENT_ID)}/pdf`, {}),
      409: () => long.seller.post(`${ofCustomer(long.retailer.id)}/pdf`, { from: '2026-01-01' }),
    },
  },
  'POST /api/v1/suppliers/{id}/statement/pdf': {
    may: MARKET,
    client: buyer,
    address: `${ofSupplier(ABSENT_ID)}/pdf`,
    cases: {
      202: () => buyer.post(`${ofSupplier(trade.wholesaler.id)}/pdf`, {}),
      403: () => limited.post(`${ofSupplier(trade.wholesaler.id)}/pdf`, {}),
      404: () => buyer.post(`${ofSupplier(ABSENT_ID)}/pdf`, {}),
      409: () => long.buyer.post(`${ofSupplier(long.wholesaler.id)}/pdf`, { from: '2026-01-01' }),
    },
  },
  'POST /api/v1/customers/{id}/statement/send': {
    may: SELLERS,
    client: seller,
    address: `${ofCustomer(ABSENT_ID)}/send`,
    cases: {
      202: () => seller.post(`${ofCustomer(trade.retailer.id)}/send`, {}),
      404: () => seller.post(`${ofCustomer(ABSENT_ID)}/send`, {}),
      409: () => long.seller.post(`${ofCustomer(long.retailer.id)}/send`, { from: '2026-01-01' }),
    },
  },
  'GET /api/v1/suppliers/{id}/statement/pdf': {
    may: MARKET,
    client: buyer,
    address: `${ofSupplier(trade.wholesaler.id)}/pdf`,
    cases: {
      200: () => buyer.get(`${ofSupplier(trade.wholesaler.id)}/pdf`),
      403: () => limited.get(`${ofSupplier(trade.wholesaler.id)}/pdf`),
      404: () => buyer.get(`${ofSupplier(ABSENT_ID)}/pdf`),
      409: () => long.buyer.get(`${ofSupplier(long.wholesaler.id)}/pdf${ALL_DAYS}`),
    },
  },
  'GET /api/v1/suppliers/{id}/statement': {
    may: MARKET,
    client: buyer,
    address: ofSupplier(trade.wholesaler.id),
    cases: {
      200: () => buyer.get(ofSupplier(trade.wholesaler.id)),
      403: () => limited.get(ofSupplier(trade.wholesaler.id)),
      404: () => buyer.get(ofSupplier(ABSENT_ID)),
      409: () => long.buyer.get(ofSupplier(long.wholesaler.id) + ALL_DAYS),
    },
  },
  [`GET ${PAYMENTS}`]: ofAll(PAYMENTS),
  [`GET ${PAYMENTS}/{id}`]: ofAll(pathOf(payment.id), pathOf(ABSENT_ID)),
  [`PATCH ${PAYMENTS}/{id}`]: {
    may: MANAGERS,
    client: seller,
    address: pathOf(ABSENT_ID),
    cases: {
      200: () => seller.patch(pathOf(payment.id), { external_ids: { x: '1' } }),
      403: () => limited.patch(pathOf(payment.id), { external_ids: { x: '1' } }),
      404: () => seller.patch(pathOf(ABSENT_ID), { external_ids: { x: '1' } }),
      409: async () => {
        await seller.patch(pathOf(payment.id), { external_ids: { y: 'taken' } });
        return seller.patch(pathOf((await paid(trade, 1)).id), { external_ids: { y: 'taken' } });
      },
    },
  },
  [`POST ${PAYMENTS}`]: {
    may: SELLERS,
    client: seller,
    address: PAYMENTS,
    cases: {
      201: () => pay(trade, 10),
      404: () => pay({ seller, retailer: { id: ABSENT_ID } }, 10),
      409: () => pay(trade, 10, { allocations: over }),
    },
  },
  [`POST ${PAYMENTS}/{id}/allocations`]: {
    may: SELLERS,
    client: seller,
    address: `${pathOf(ABSENT_ID)}/allocations`,
    cases: {
      200: () => seller.post(`${pathOf(payment.id)}/allocations`, { allocations: [] }),
      404: () => seller.post(`${pathOf(ABSENT_ID)}/allocations`, {}),
      409: () => seller.post(`${pathOf(payment.id)}/allocations`, { allocations: over }),
    },
  },
  'POST /api/v1/credit-notes/{id}/allocations': {
    may: SELLERS,
    client: seller,
    address: ofNote(ABSENT_ID),
    cases: {
      200: () => seller.post(ofNote(note.id), { allocations: [] }),
      404: () => seller.post(ofNote(ABSENT_ID), {}),
      409: () => seller.post(ofNote(note.id), { allocations: over }),
    },
  },
  [`GET ${REMITTANCES}`]: ofAll(REMITTANCES),
  [`GET ${REMITTANCES}/{id}`]: ofAll(`${REMITTANCES}/${await sent()}`, `${REMITTANCES}/${ABSENT_ID}`),
  'POST /api/v1/invoices/{id}/remittances': {
    may: BUYERS,
    client: buyer,
    address: `/api/v1/invoices/${ABSENT_ID}/remittances`,
    cases: {
      201: async () => say((await owe(trade, 5)).id, 5),
      403: async () => say((await owe(trade, 5)).id, 5, limitedBuyer),
      404: () => say(ABSENT_ID, 5),
      409: async () => say((await owe(trade, 5)).id, 6),
    },
  },
  [`POST ${REMITTANCES}/{id}/withdraw`]: moved('withdraw', buyer, BUYERS),
  [`POST ${REMITTANCES}/{id}/record`]: moved('record', seller, SELLERS),
  [`POST ${REMITTANCES}/{id}/decline`]: moved('decline', seller, SELLERS),
  [`GET ${DISPUTES}`]: ofAll(DISPUTES),
  [`GET ${DISPUTES}/{id}`]: ofAll(`${DISPUTES}/${await disputed()}`, `${DISPUTES}/${ABSENT_ID}`),
  'POST /api/v1/invoices/{id}/disputes': {
    may: BUYERS,
    client: buyer,
    address: `/api/v1/invoices/${ABSENT_ID}/disputes`,
    cases: {
      201: async () => disputing(await shipped()),
      403: async () => disputing(await shipped(), limitedBuyer),
      404: () => disputing({ id: ABSENT_ID, item: ABSENT_ID }),
      409: async () => {
        const one = await shipped();
        await disputing(one);
        return disputing(one);
      },
    },
  },
  [`POST ${DISPUTES}/{id}/withdraw`]: closed('withdraw', buyer, BUYERS),
  [`POST ${DISPUTES}/{id}/decline`]: closed('decline', seller, SELLING_ADMINS),
  [`POST ${PAYMENTS}/{id}/void`]: {
    may: SELLING_ADMINS,
    client: seller,
    address: `${pathOf(ABSENT_ID)}/void`,
    cases: {
      200: async () => seller.post(`${pathOf((await paid(trade, 1)).id)}/void`, { reason: 'x' }),
      404: () => seller.post(`${pathOf(ABSENT_ID)}/void`, { reason: 'x' }),
      409: async () => {
        const { id } = await paid(trade, 1);
        await seller.post(`${pathOf(id)}/void`, { reason: 'x' });
        return seller.post(`${pathOf(id)}/void`, { reason: 'x' });
      },
    },
  },
};
