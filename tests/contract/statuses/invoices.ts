import { createOpeningBalance } from '../../factories/billing';
import { connect, createBusiness, createMember } from '../../factories/business';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { ABSENT_ID } from '../../setup/expect';
import { ALL, type Callers, type Cases, MANAGERS, read, stage } from './world';

const INVOICES = '/api/v1/invoices';
const CREDITS = '/api/v1/credit-notes';
/** Of a seller. */
const ADMINS: Callers = ['', 'oa', 'oa'];

const billed = await openTrade(stage, { quantity: 10_000 });
const shipped = async () => {
  const order = await placeOrderIn(billed, 'shipped', 5);
  return { path: `${INVOICES}/${order.invoice?.id}`, order, item_id: order.items[0]?.id };
};
const credit = async () => {
  const { path, item_id } = await shipped();
  return billed.seller.post<{ id: string }>(`${path}/credits`, {
    lines: [{ item_id, quantity: 4 }],
    reason: 'x',
  });
};
const one = await shipped();
const note = (await credit()).body;

/** A buyer that sells, too, and has the right: not for what it bought. */
const reseller = await createBusiness(stage.db, 'wholesaler');
await connect(stage.db, reseller, billed.wholesaler);
const resellers = await stage.signIn(await createMember(stage.db, reseller, 'owner'));
const bought = await placeOrderIn({ ...billed, buyer: resellers }, 'shipped', 1);
const boughtPath = `${INVOICES}/${bought.invoice?.id}`;

const openingPath = `${INVOICES}/${await createOpeningBalance(
  stage.db,
  { seller: billed.wholesaler, buyer: billed.retailer },
  5000,
)}`;

/** A customer whose connection has ended. */
const lost = await createBusiness(stage.db, 'retailer');
await connect(stage.db, lost, billed.wholesaler);
const lostPath = `${INVOICES}/${await createOpeningBalance(
  stage.db,
  { seller: billed.wholesaler, buyer: lost },
  5000,
)}`;
await stage.sql`update connections set status = 'rejected' where requester_id = ${lost.id}`;

export const INVOICE_CASES: Cases = {
  [`GET ${INVOICES}`]: read(billed.seller, INVOICES),
  [`GET ${INVOICES}/{id}`]: read(billed.buyer, one.path, `${INVOICES}/${ABSENT_ID}`),
  [`GET ${INVOICES}/{id}/pdf`]: read(billed.buyer, `${one.path}/pdf`, `${INVOICES}/${ABSENT_ID}/pdf`),
  [`POST ${INVOICES}/{id}/seen`]: {
    may: ALL,
    client: billed.buyer,
    address: `${INVOICES}/${ABSENT_ID}/seen`,
    cases: {
      200: () => billed.buyer.post(`${one.path}/seen`),
      403: () => billed.seller.post(`${one.path}/seen`),
      404: () => billed.buyer.post(`${INVOICES}/${ABSENT_ID}/seen`),
    },
  },
  [`POST ${INVOICES}/{id}/send`]: {
    may: ['', 'oam', 'oam'],
    client: billed.seller,
    address: `${INVOICES}/${ABSENT_ID}/send`,
    cases: {
      202: () => billed.seller.post(`${one.path}/send`),
      403: () => resellers.post(`${boughtPath}/send`),
      404: () => billed.seller.post(`${INVOICES}/${ABSENT_ID}/send`),
      409: () => billed.seller.post(`${lostPath}/send`),
    },
  },
  [`PATCH ${INVOICES}/{id}`]: {
    may: MANAGERS,
    client: billed.buyer,
    address: `${INVOICES}/${ABSENT_ID}`,
    cases: {
      200: () => billed.buyer.patch(one.path, { external_ids: { x: '1' } }),
      404: () => billed.buyer.patch(`${INVOICES}/${ABSENT_ID}`, { external_ids: { x: '1' } }),
      409: async () => {
        await billed.buyer.patch(one.path, { external_ids: { y: 'taken' } });
        return billed.buyer.patch((await shipped()).path, { external_ids: { y: 'taken' } });
      },
    },
  },
  [`POST ${INVOICES}/{id}/dispute`]: {
    may: ['o', 'o', 'o'],
    client: billed.buyer,
    address: `${INVOICES}/${ABSENT_ID}/dispute`,
    cases: {
      200: async () => {
        const { path, order } = await shipped();
        await stage.sql`update invoices set disputable_until = now() + interval '1 day' where order_id = ${order.id}`;
        return billed.buyer.post(`${path}/dispute`, { disputed: true });
      },
      403: () => billed.seller.post(`${one.path}/dispute`, { disputed: true }),
      404: () => billed.buyer.post(`${INVOICES}/${ABSENT_ID}/dispute`, { disputed: true }),
      409: () => billed.buyer.post(`${one.path}/dispute`, { disputed: true }),
    },
  },
  [`PATCH ${CREDITS}/{id}`]: {
    may: MANAGERS,
    client: billed.buyer,
    address: `${CREDITS}/${ABSENT_ID}`,
    cases: {
      200: () => billed.buyer.patch(`${CREDITS}/${note.id}`, { external_ids: { x: '1' } }),
      404: () => billed.buyer.patch(`${CREDITS}/${ABSENT_ID}`, { external_ids: { x: '1' } }),
      409: async () => {
        await billed.buyer.patch(`${CREDITS}/${note.id}`, { external_ids: { y: 'taken' } });
        const other = (await credit()).body;
        return billed.buyer.patch(`${CREDITS}/${other.id}`, { external_ids: { y: 'taken' } });
      },
    },
  },
  [`POST ${INVOICES}/{id}/credits`]: {
    may: ADMINS,
    client: billed.seller,
    address: `${INVOICES}/${ABSENT_ID}/credits`,
    cases: {
      201: credit,
      403: () => resellers.post(`${boughtPath}/credits`, { reason: 'x' }),
      404: () => billed.seller.post(`${INVOICES}/${ABSENT_ID}/credits`, { reason: 'x' }),
      409: () => billed.seller.post(`${one.path}/credits`, { reason: 'x' }),
    },
  },
  [`POST ${INVOICES}/{id}/credits/quote`]: {
    may: ADMINS,
    client: billed.seller,
    address: `${INVOICES}/${ABSENT_ID}/credits/quote`,
    cases: {
      200: () => billed.seller.post(`${one.path}/credits/quote`, {}),
      403: () => resellers.post(`${boughtPath}/credits/quote`, {}),
      404: () => billed.seller.post(`${INVOICES}/${ABSENT_ID}/credits/quote`, {}),
      409: () => billed.seller.post(`${openingPath}/credits/quote`, {}),
    },
  },
  [`POST ${INVOICES}/{id}/credits/pending`]: {
    may: ADMINS,
    client: billed.seller,
    address: `${INVOICES}/${ABSENT_ID}/credits/pending`,
    cases: {
      201: async () => {
        const { path, order, item_id } = await shipped();
        const line = { item_id, accepted: 4, rejected: 1, damaged: 0, reason_code: 'other' };
        await billed.buyer.post(`/api/v1/orders/${order.id}/receipts`, { lines: [line] });
        return billed.seller.post(`${path}/credits/pending`);
      },
      403: () => resellers.post(`${boughtPath}/credits/pending`),
      404: () => billed.seller.post(`${INVOICES}/${ABSENT_ID}/credits/pending`),
      409: () => billed.seller.post(`${one.path}/credits/pending`),
    },
  },
  [`GET ${CREDITS}`]: read(billed.buyer, CREDITS),
  [`GET ${CREDITS}/{id}`]: read(billed.buyer, `${CREDITS}/${note.id}`, `${CREDITS}/${ABSENT_ID}`),
  [`GET ${CREDITS}/{id}/pdf`]: read(billed.buyer, `${CREDITS}/${note.id}/pdf`, `${CREDITS}/${ABSENT_ID}/pdf`),
};
