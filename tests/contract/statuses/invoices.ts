import { connect, createBusiness, createMember } from '../../factories/business';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { ABSENT_ID } from '../../setup/expect';
import { type Callers, type Cases, MANAGERS, read, stage } from './world';

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

export const INVOICE_CASES: Cases = {
  [`GET ${INVOICES}`]: read(billed.seller, INVOICES),
  [`GET ${INVOICES}/{id}`]: read(billed.buyer, one.path, `${INVOICES}/${ABSENT_ID}`),
  [`GET ${INVOICES}/{id}/pdf`]: read(billed.buyer, `${one.path}/pdf`, `${INVOICES}/${ABSENT_ID}/pdf`),
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
