import { createProduct } from '../../factories/catalog';
import {
  batchCoaParts,
  copyCoa,
  copyReading,
  readCoa,
  uploadBatchCoa,
  uploadCoa,
  withdrawCoa,
} from '../../factories/coa';
import { createLot } from '../../factories/lots';
import { pdf, pdfOf } from '../../factories/pdf';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, type Cases, MANAGERS, product, seller, stage, wholesaler } from './world';

const READINGS = '/api/v1/coa-readings';
const TOO_LARGE = 10 * 1024 * 1024 + 1;
const other = await openTrade(stage);
/** A batch of a supplier of which the buyer has units. */
const held = await createLot(other.seller, other.stockId, 'HELD-1', 10);
await placeOrderIn(other, 'delivered', 2);
const newCoa = async () => (await uploadCoa(seller, (await createProduct(stage.db, wholesaler)).id)).body;
const batchPath = `/api/v1/batches/${ABSENT_ID}/coa`;
const withdrawPath = `/api/v1/products/${product.id}/coa/${ABSENT_ID}/withdraw`;

export const CERTIFICATE_CASES: Cases = {
  'POST /api/v1/batches/{id}/coa': {
    may: ADMINS,
    client: seller,
    address: batchPath,
    cases: {
      201: async () => uploadBatchCoa(seller, (await newCoa()).batch as string),
      403: () => uploadBatchCoa(other.buyer, held.batch),
      404: () => uploadBatchCoa(seller, ABSENT_ID),
      409: async () => {
        const { id, batch } = await newCoa();
        await copyCoa(stage.sql, id, 499);
        return uploadBatchCoa(seller, batch as string);
      },
      413: () => uploadBatchCoa(seller, ABSENT_ID, batchCoaParts(pdfOf(TOO_LARGE))),
    },
  },
  'POST /api/v1/coa-readings': {
    may: MANAGERS,
    client: seller,
    address: READINGS,
    cases: {
      201: () => readCoa(seller, pdf()),
      404: () => readCoa(seller, pdf(), { product_id: ABSENT_ID }),
      409: async () => {
        const { id } = (await readCoa(other.seller, pdf())).body;
        await copyReading(stage.sql, id, 99);
        return readCoa(other.seller, pdf());
      },
      413: () => readCoa(seller, pdfOf(TOO_LARGE)),
    },
  },
  'GET /api/v1/coa-readings/{id}': {
    may: MANAGERS,
    client: seller,
    address: `${READINGS}/${ABSENT_ID}`,
    cases: {
      200: async () => seller.get(`${READINGS}/${(await readCoa(seller, pdf())).body.id}`),
      404: () => seller.get(`${READINGS}/${ABSENT_ID}`),
    },
  },
  'POST /api/v1/products/{id}/coa/{coa_id}/withdraw': {
    may: ADMINS,
    client: seller,
    address: withdrawPath,
    cases: {
      200: async () => withdrawCoa(seller, await newCoa()),
      404: () => seller.post(withdrawPath, { reason: 'x' }),
      409: async () => {
        const coa = await newCoa();
        await withdrawCoa(seller, coa);
        return withdrawCoa(seller, coa);
      },
    },
  },
};
