import { correct, file, type ReceiptBody, returnOf } from '../../factories/receipts';
import { placeOrderIn } from '../../factories/trade';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ABSENT, buyer, type Case, MANAGERS, pending, place, read, seller, trade } from './world';

const shipped = () => placeOrderIn(trade, 'shipped');
const rejectedOne = { rejected: 1, reason_code: 'other' };
const received = async () => ok(await file(trade, await shipped(), rejectedOne));
const known = await received();
const receiptPath = ({ order_id, id }: ReceiptBody) => `/api/v1/orders/${order_id}/receipts/${id}`;
const returnPath = async () => `/api/v1/returns/${(await returnOf(trade, await received())).id}/receive`;
const body = { lines: [{ item_id: ABSENT_ID, accepted: 1 }] };

export const RECEIPTS: Record<string, Case> = {
  'GET /api/v1/orders/{id}/receipts': read(
    seller,
    `/api/v1/orders/${known.order_id}/receipts`,
    `${ABSENT.order}/receipts`,
  ),
  'GET /api/v1/orders/{id}/receipts/{receipt_id}': read(
    seller,
    receiptPath(known),
    `${ABSENT.order}/receipts/${ABSENT_ID}`,
  ),
  'POST /api/v1/orders/{id}/receipts': {
    may: MANAGERS,
    client: buyer,
    address: `${ABSENT.order}/receipts`,
    cases: {
      201: async () => file(trade, await shipped(), { accepted: 1 }),
      403: async () =>
        seller.post(`/api/v1/orders/${(await placeOrderIn(trade, 'delivered')).id}/receipts`, body),
      404: () => buyer.post(`${ABSENT.order}/receipts`, body),
      409: async () => file(trade, await pending(), { accepted: 1 }),
    },
  },
  'PATCH /api/v1/orders/{id}/receipts/{receipt_id}': {
    may: MANAGERS,
    client: buyer,
    address: `${ABSENT.order}/receipts/${ABSENT_ID}`,
    cases: {
      200: async () => correct(trade, await received(), { accepted: 1 }),
      403: () => seller.patch(receiptPath(known), { notes: 'x' }),
      404: () => buyer.patch(`${ABSENT.order}/receipts/${ABSENT_ID}`, { notes: 'x' }),
      409: async () => {
        const receipt = await received();
        await seller.post(`/api/v1/returns/${receipt.return_ids[0]}/receive`, { location_id: place });
        return correct(trade, receipt, { accepted: 1 });
      },
    },
  },
  'GET /api/v1/receipts': read(seller, '/api/v1/receipts'),
  'GET /api/v1/returns': read(seller, '/api/v1/returns'),
  'GET /api/v1/returns/{id}': read(
    buyer,
    `/api/v1/returns/${known.return_ids[0]}`,
    `/api/v1/returns/${ABSENT_ID}`,
  ),
  'PATCH /api/v1/returns/{id}': {
    may: MANAGERS,
    client: buyer,
    address: `/api/v1/returns/${ABSENT_ID}`,
    cases: {
      200: () => buyer.patch(`/api/v1/returns/${known.return_ids[0]}`, { external_ids: { x: '1' } }),
      404: () => buyer.patch(`/api/v1/returns/${ABSENT_ID}`, { external_ids: { x: '1' } }),
      409: async () => {
        await buyer.patch(`/api/v1/returns/${known.return_ids[0]}`, { external_ids: { y: 'taken' } });
        const other = await returnOf(trade, await received());
        return buyer.patch(`/api/v1/returns/${other.id}`, { external_ids: { y: 'taken' } });
      },
    },
  },
  'POST /api/v1/returns/{id}/receive': {
    may: MANAGERS,
    client: seller,
    address: `/api/v1/returns/${ABSENT_ID}/receive`,
    cases: {
      200: async () => seller.post(await returnPath(), { location_id: place }),
      403: async () => buyer.post(await returnPath(), { location_id: place }),
      404: () => seller.post(`/api/v1/returns/${ABSENT_ID}/receive`, { location_id: place }),
      409: async () => {
        const path = await returnPath();
        await seller.post(path, { location_id: place });
        return seller.post(path, { location_id: place });
      },
    },
  },
};
