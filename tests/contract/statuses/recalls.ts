import { type BatchBody, createLot } from '../../factories/lots';
import { openRecall } from '../../factories/recalls';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, type Case, MANAGERS, product, read, seller, stockId, wholesaler } from './world';

let numbers = 0;
const newBatch = async () =>
  (
    await seller.post<BatchBody>('/api/v1/batches', {
      product_id: product.id,
      batch_id: `RECALL-${++numbers}`,
    })
  ).body.id;
const open = async () => openRecall(seller, await newBatch());
const body = { class: 'II', reason: 'x', instructions: 'y' };
const remind = (id: string, holder_id: string = wholesaler.id) =>
  seller.post(`/api/v1/recalls/${id}/reminders`, { holder_id });
const numbersOf = (quarantined: number) => ({ quarantined, destroyed: 0, returned: 0, already_sold: 0 });

const known = await open();
const lot = await createLot(seller, stockId, 'RECALL-MADE-OF', 4);
const made = await createLot(seller, stockId, 'RECALL-MADE', 1, {
  sources: [{ lot_id: lot.id, quantity: 1 }],
});
const held = await openRecall(seller, lot.batch);
const absent = `/api/v1/recalls/${ABSENT_ID}`;
const path = `/api/v1/recalls/${known.id}`;

export const RECALLS: Record<string, Case> = {
  'GET /api/v1/batches/{id}/reach': {
    may: ADMINS,
    client: seller,
    address: `/api/v1/batches/${ABSENT_ID}/reach`,
    cases: {
      200: () => seller.get(`/api/v1/batches/${known.batch}/reach`),
      404: () => seller.get(`/api/v1/batches/${ABSENT_ID}/reach`),
    },
  },
  'POST /api/v1/batches/{id}/recalls': {
    may: ADMINS,
    client: seller,
    address: `/api/v1/batches/${ABSENT_ID}/recalls`,
    cases: {
      201: async () => seller.post(`/api/v1/batches/${await newBatch()}/recalls`, body),
      404: () => seller.post(`/api/v1/batches/${ABSENT_ID}/recalls`, body),
      409: () => seller.post(`/api/v1/batches/${known.batch}/recalls`, body),
    },
  },
  'GET /api/v1/recalls': read(seller, '/api/v1/recalls'),
  'GET /api/v1/recalls/{id}': read(seller, path, absent),
  'GET /api/v1/recalls/{id}/responses': read(seller, `${path}/responses`, `${absent}/responses`),
  'POST /api/v1/recalls/{id}/responses': {
    may: MANAGERS,
    client: seller,
    address: `${absent}/responses`,
    cases: {
      201: () => seller.post(`/api/v1/recalls/${held.id}/responses`, numbersOf(3)),
      404: () => seller.post(`${absent}/responses`, numbersOf(0)),
      409: async () => {
        const { id } = await open();
        await seller.post(`/api/v1/recalls/${id}/close`, { reason: 'x' });
        return seller.post(`/api/v1/recalls/${id}/responses`, numbersOf(0));
      },
    },
  },
  'POST /api/v1/recalls/{id}/derived': {
    may: ADMINS,
    client: seller,
    address: `${absent}/derived`,
    cases: {
      200: async () => {
        const source = await createLot(seller, stockId, `RECALL-${++numbers}`, 1);
        const sources = [{ lot_id: source.id, quantity: 1 }];
        const { batch } = await createLot(seller, stockId, `RECALL-${++numbers}`, 1, { sources });
        const { id } = await openRecall(seller, source.batch);
        return seller.post(`/api/v1/recalls/${id}/derived`, { batches: [batch] });
      },
      404: () => seller.post(`${absent}/derived`, { batches: [made.batch] }),
      409: async () => {
        const { id } = await open();
        await seller.post(`/api/v1/recalls/${id}/close`, { reason: 'x' });
        return seller.post(`/api/v1/recalls/${id}/derived`, { batches: [made.batch] });
      },
    },
  },
  'POST /api/v1/recalls/{id}/reminders': {
    may: ADMINS,
    client: seller,
    address: `${absent}/reminders`,
    cases: {
      200: async () => {
        const { batch } = await createLot(seller, stockId, `RECALL-${++numbers}`, 1);
        return remind((await openRecall(seller, batch)).id);
      },
      404: () => remind(known.id, ABSENT_ID),
      409: async () => {
        const { id } = await open();
        await seller.post(`/api/v1/recalls/${id}/close`);
        return remind(id);
      },
    },
  },
  'POST /api/v1/recalls/{id}/close': {
    may: ADMINS,
    client: seller,
    address: `${absent}/close`,
    cases: {
      200: async () => seller.post(`/api/v1/recalls/${(await open()).id}/close`),
      404: () => seller.post(`${absent}/close`),
      409: async () => {
        const { id } = await open();
        await seller.post(`/api/v1/recalls/${id}/close`);
        return seller.post(`/api/v1/recalls/${id}/close`);
      },
    },
  },
};
