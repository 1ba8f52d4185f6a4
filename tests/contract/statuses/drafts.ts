import { createProduct } from '../../factories/catalog';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import {
  buyer,
  type Case,
  type Cases,
  line,
  MANAGERS,
  read,
  seller,
  stage,
  trade,
  wholesaler,
} from './world';

const DRAFTS = '/api/v1/drafts';
const valid_until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const body = { retailer_id: trade.retailer.id, items: [line], valid_until };
type Draft = { id: string };
const draft = async () => ok(await seller.post<Draft>(DRAFTS, body)).id;
const quote = async () => {
  const id = await draft();
  ok(await seller.post(`${DRAFTS}/${id}/send`));
  return id;
};
/** An act on a draft. @param wrong what its state forbids */
const act = (
  verb: string,
  client: typeof buyer,
  {
    status,
    from,
    wrong,
    denied,
  }: { status: number; from: () => Promise<string>; wrong: () => Promise<string>; denied?: typeof buyer },
): Case => {
  const send = (id: string, by = client) => by.post(`${DRAFTS}/${id}/${verb}`);
  return {
    may: MANAGERS,
    client,
    address: `${DRAFTS}/${ABSENT_ID}/${verb}`,
    cases: {
      [status]: async () => send(await from()),
      ...(denied && { 403: async () => send(await from(), denied) }),
      404: () => send(ABSENT_ID),
      409: async () => send(await wrong()),
    },
  };
};

export const DRAFT_CASES: Cases = {
  [`GET ${DRAFTS}`]: read(seller, DRAFTS),
  [`GET ${DRAFTS}/{id}`]: read(seller, `${DRAFTS}/${await draft()}`, `${DRAFTS}/${ABSENT_ID}`),
  [`GET ${DRAFTS}/{id}/pdf`]: read(seller, `${DRAFTS}/${await draft()}/pdf`, `${DRAFTS}/${ABSENT_ID}/pdf`),
  [`POST ${DRAFTS}`]: {
    may: MANAGERS,
    client: seller,
    address: DRAFTS,
    cases: {
      201: () => seller.post(DRAFTS, body),
      403: () => buyer.post(DRAFTS, { ...body, retailer_id: trade.wholesaler.id }),
      404: () => seller.post(DRAFTS, { ...body, retailer_id: ABSENT_ID }),
      409: async () => {
        const { id } = await createProduct(stage.db, wholesaler);
        await stage.sql`update products set active = false where id = ${id}`;
        return seller.post(DRAFTS, { ...body, items: [{ product_id: id, quantity: 1 }] });
      },
    },
  },
  [`PATCH ${DRAFTS}/{id}`]: {
    may: MANAGERS,
    client: seller,
    address: `${DRAFTS}/${ABSENT_ID}`,
    cases: {
      200: async () => seller.patch(`${DRAFTS}/${await draft()}`, { notes: 'x' }),
      403: async () => {
        const { id } = ok(await buyer.post<Draft>(DRAFTS, { wholesaler_id: wholesaler.id, items: [line] }));
        return buyer.patch(`${DRAFTS}/${id}`, { accept: false });
      },
      404: () => seller.patch(`${DRAFTS}/${ABSENT_ID}`, { notes: 'x' }),
      409: async () => seller.patch(`${DRAFTS}/${await quote()}`, { notes: 'x' }),
    },
  },
  [`DELETE ${DRAFTS}/{id}`]: {
    may: MANAGERS,
    client: seller,
    address: `${DRAFTS}/${ABSENT_ID}`,
    cases: {
      204: async () => seller.delete(`${DRAFTS}/${await draft()}`),
      404: () => seller.delete(`${DRAFTS}/${ABSENT_ID}`),
      409: async () => seller.delete(`${DRAFTS}/${await quote()}`),
    },
  },
  [`POST ${DRAFTS}/{id}/send`]: act('send', seller, { status: 200, from: draft, wrong: quote }),
  [`POST ${DRAFTS}/{id}/withdraw`]: act('withdraw', seller, {
    ...{ status: 200, from: quote, wrong: draft },
    denied: buyer,
  }),
  [`POST ${DRAFTS}/{id}/link`]: act('link', seller, {
    ...{ status: 200, from: quote, wrong: draft },
    denied: buyer,
  }),
  [`DELETE ${DRAFTS}/{id}/link`]: {
    may: MANAGERS,
    client: seller,
    address: `${DRAFTS}/${ABSENT_ID}/link`,
    cases: {
      204: async () => seller.delete(`${DRAFTS}/${await quote()}/link`),
      403: async () => buyer.delete(`${DRAFTS}/${await quote()}/link`),
      404: () => seller.delete(`${DRAFTS}/${ABSENT_ID}/link`),
    },
  },
  [`POST ${DRAFTS}/{id}/decline`]: act('decline', buyer, {
    ...{ status: 200, from: quote, denied: seller },
    wrong: async () => {
      const id = await quote();
      ok(await seller.post(`${DRAFTS}/${id}/withdraw`));
      return id;
    },
  }),
  [`POST ${DRAFTS}/{id}/accept`]: act('accept', buyer, {
    ...{ status: 201, from: quote, denied: seller },
    wrong: async () => {
      const id = await quote();
      ok(await buyer.post(`${DRAFTS}/${id}/accept`));
      return id;
    },
  }),
  [`POST ${DRAFTS}/{id}/order`]: act('order', seller, { status: 201, from: draft, wrong: quote }),
};
