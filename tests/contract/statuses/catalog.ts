import { createBusiness } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { coaParts, copyCoa, uploadCoa } from '../../factories/coa';
import { addImage, sendImage } from '../../factories/images';
import { pdfOf } from '../../factories/pdf';
import { connectPos } from '../../factories/pos';
import { ABSENT_ID } from '../../setup/expect';
import {
  ABSENT,
  ADMINS,
  buyer,
  type Callers,
  type Cases,
  MANAGERS,
  pending,
  place,
  product,
  read,
  readOf,
  seller,
  sku,
  stage,
  stockId,
  takenSku,
  trade,
  wholesaler,
} from './world';

const withCoa = await createProduct(stage.db, wholesaler);
const coa = (await uploadCoa(seller, withCoa.id)).body;
const WANTED = '/api/v1/inventory/levels-wanted';
const wanted = { location_id: place, reorder_point: 1, par: 2 };
const adjust = { quantity_change: 1, reason_code: 'AUDIT' };
await connectPos(stage.db, wholesaler);
const idle = async () => {
  await stage.sql`update sync_runs set status = 'completed', finished_at = now() where location_id = ${place}`;
  return { location_id: place };
};
const transfer = (inventory_id: string, quantity: number) =>
  seller.post<{ id: string }>('/api/v1/inventory/transfers', {
    lines: [{ inventory_id, to_location_id: place, to_room_type: 'sales_floor', quantity }],
  });
const syncRun = async () =>
  (await seller.post<{ id: string }>('/api/v1/inventory/sync', await idle())).body.id;
const LISTINGS = '/api/v1/listings';
/** Retailers sell nothing: their side is checked after their rights. */
const SELLING: Callers = ['', 'oamv', 'oamv'];
const LISTING: Callers = ['', 'oa', 'oa'];
let listed = 0;
/** A variant of another business that the seller has in stock. */
const held = async () => {
  const { variantId } = await createProduct(stage.db, await createBusiness(stage.db, 'cultivator'));
  await createStock(stage.db, wholesaler, variantId, 1);
  return variantId;
};
const variantPath = `/api/v1/products/${product.id}/variants/${product.variantId}`;

export const CATALOG: Cases = {
  'GET /api/v1/listings': {
    may: SELLING,
    client: seller,
    address: LISTINGS,
    cases: { 200: () => seller.get(LISTINGS), 403: () => buyer.get(LISTINGS) },
  },
  'GET /api/v1/listings/{variant_id}': {
    may: SELLING,
    client: seller,
    address: `${LISTINGS}/${ABSENT_ID}`,
    cases: {
      200: async () => {
        const path = `${LISTINGS}/${await held()}`;
        await seller.put(path, { sku: `LISTED-${++listed}`, wholesale_price: 1 });
        return seller.get(path);
      },
      403: () => buyer.get(`${LISTINGS}/${ABSENT_ID}`),
      404: () => seller.get(`${LISTINGS}/${ABSENT_ID}`),
    },
  },
  'PUT /api/v1/listings/{variant_id}': {
    may: ADMINS,
    client: seller,
    address: `${LISTINGS}/${ABSENT_ID}`,
    cases: {
      200: async () =>
        seller.put(`${LISTINGS}/${await held()}`, { sku: `LISTED-${++listed}`, wholesale_price: 1 }),
      404: () => seller.put(`${LISTINGS}/${ABSENT_ID}`, { sku: 'x', wholesale_price: 1 }),
      403: () => buyer.put(`${LISTINGS}/${ABSENT_ID}`, { sku: 'x', wholesale_price: 1 }),
      409: () => seller.put(`${LISTINGS}/${product.variantId}`, { sku: 'x', wholesale_price: 1 }),
    },
  },
  'DELETE /api/v1/listings/{variant_id}': {
    may: LISTING,
    client: seller,
    address: `${LISTINGS}/${ABSENT_ID}`,
    cases: {
      204: async () => {
        const path = `${LISTINGS}/${await held()}`;
        await seller.put(path, { sku: `LISTED-${++listed}`, wholesale_price: 1 });
        return seller.delete(path);
      },
      404: () => seller.delete(`${LISTINGS}/${ABSENT_ID}`),
    },
  },
  'GET /api/v1/products': read(seller, '/api/v1/products'),
  'GET /api/v1/products/{id}': readOf(seller, product.id),
  'POST /api/v1/products': {
    may: ADMINS,
    client: seller,
    address: '/api/v1/products',
    cases: {
      201: () => seller.post('/api/v1/products', { name: 'x', category: 'flower' }),
      409: () =>
        seller.post('/api/v1/products', {
          name: 'x',
          category: 'flower',
          variants: [{ name: 'x', sku: takenSku, price: 1 }],
        }),
    },
  },
  'PATCH /api/v1/products/{id}': {
    may: ADMINS,
    client: seller,
    address: `/api/v1/products/${product.id}`,
    cases: {
      200: () => seller.patch(`/api/v1/products/${product.id}`, { description: 'x' }),
      404: () => seller.patch(ABSENT.product, { description: 'x' }),
      409: async () => {
        const other = await createProduct(stage.db, wholesaler);
        const variants = [{ id: other.variantId, sku: takenSku }];
        return seller.patch(`/api/v1/products/${other.id}`, { variants });
      },
    },
  },
  'DELETE /api/v1/products/{id}': {
    may: ADMINS,
    client: seller,
    address: ABSENT.product,
    cases: {
      204: async () => seller.delete(`/api/v1/products/${(await createProduct(stage.db, wholesaler)).id}`),
      404: () => seller.delete(ABSENT.product),
      409: async () => {
        await pending();
        return seller.delete(`/api/v1/products/${product.id}`);
      },
    },
  },
  'POST /api/v1/products/{id}/coa': {
    may: ADMINS,
    client: seller,
    address: `/api/v1/products/${product.id}/coa`,
    cases: {
      201: () => uploadCoa(seller, product.id),
      404: () => uploadCoa(seller, ABSENT_ID),
      409: async () => {
        const { id } = await createProduct(stage.db, trade.wholesaler);
        await copyCoa(stage.sql, (await uploadCoa(seller, id)).body.id, 499);
        return uploadCoa(seller, id);
      },
      413: () => uploadCoa(seller, product.id, coaParts(pdfOf(10 * 1024 * 1024 + 1))),
    },
  },
  'GET /api/v1/products/{id}/coa': readOf(seller, withCoa.id),
  'GET /api/v1/products/{id}/coa/{coa_id}/file': read(
    seller,
    new URL(coa.download_url).pathname,
    `/api/v1/products/${withCoa.id}/coa/${ABSENT_ID}/file`,
  ),
  'GET /api/v1/products/{id}/variants/{variant_id}': read(
    seller,
    variantPath,
    `/api/v1/products/${product.id}/variants/${ABSENT_ID}`,
  ),
  'DELETE /api/v1/products/{id}/variants/{variant_id}': {
    may: ADMINS,
    client: seller,
    address: `${ABSENT.product}/variants/${ABSENT_ID}`,
    cases: {
      204: async () => {
        const other = await createProduct(stage.db, wholesaler);
        return seller.delete(`/api/v1/products/${other.id}/variants/${other.variantId}`);
      },
      404: () => seller.delete(`${ABSENT.product}/variants/${ABSENT_ID}`),
      409: () => seller.delete(variantPath),
    },
  },
  'POST /api/v1/products/{id}/variants': {
    may: ADMINS,
    client: seller,
    address: `/api/v1/products/${product.id}/variants`,
    cases: {
      201: () => seller.post(`/api/v1/products/${product.id}/variants`, { name: 'x', sku: sku(), price: 1 }),
      404: () => seller.post(`${ABSENT.product}/variants`, { name: 'x', sku: sku(), price: 1 }),
      409: () =>
        seller.post(`/api/v1/products/${product.id}/variants`, { name: 'x', sku: takenSku, price: 1 }),
    },
  },
  'PATCH /api/v1/products/{id}/variants/{variant_id}': {
    may: ADMINS,
    client: seller,
    address: variantPath,
    cases: {
      200: () => seller.patch(variantPath, { weight: 1 }),
      404: () => seller.patch(`/api/v1/products/${product.id}/variants/${ABSENT_ID}`, { weight: 1 }),
      409: async () => {
        const { id, variantId } = await createProduct(stage.db, wholesaler);
        return seller.patch(`/api/v1/products/${id}/variants/${variantId}`, { sku: takenSku });
      },
    },
  },
  'POST /api/v1/products/{id}/images': {
    may: ADMINS,
    client: seller,
    address: `${ABSENT.product}/images`,
    cases: {
      201: () => sendImage(seller, product.id),
      413: () => sendImage(seller, product.id, Buffer.alloc(11 * 1024 * 1024)),
      404: () => sendImage(seller, ABSENT_ID),
      409: async () => {
        await stage.sql`
          update products set images = array_fill('https://a.example/a.png'::text, array[20]) where id = ${product.id}`;
        const answer = await sendImage(seller, product.id);
        await stage.sql`update products set images = '{}' where id = ${product.id}`;
        return answer;
      },
    },
  },
  'DELETE /api/v1/products/{id}/images/{image_id}': {
    may: ADMINS,
    client: seller,
    address: `${ABSENT.product}/images/${ABSENT_ID}`,
    cases: {
      200: async () =>
        seller.delete(`/api/v1/products/${product.id}/images/${await addImage(seller, product.id)}`),
      404: () => seller.delete(`/api/v1/products/${product.id}/images/${ABSENT_ID}`),
    },
  },
  'GET /api/v1/inventory': read(seller, '/api/v1/inventory'),
  'GET /api/v1/inventory/levels': read(seller, '/api/v1/inventory/levels'),
  'GET /api/v1/inventory/{id}': readOf(seller, stockId),
  'GET /api/v1/inventory/{id}/movements': readOf(seller, stockId),
  'PATCH /api/v1/inventory/{id}': {
    may: MANAGERS,
    client: seller,
    address: `/api/v1/inventory/${stockId}`,
    cases: {
      200: () => seller.patch(`/api/v1/inventory/${stockId}`, adjust),
      404: () => seller.patch(ABSENT.inventory, adjust),
      409: () => seller.patch(`/api/v1/inventory/${stockId}`, { ...adjust, quantity_change: -1_000_000 }),
    },
  },
  'POST /api/v1/inventory/bulk-update': {
    may: MANAGERS,
    client: seller,
    address: '/api/v1/inventory/bulk-update',
    cases: {
      200: () => seller.post('/api/v1/inventory/bulk-update', { updates: [{ ...adjust, id: stockId }] }),
      404: () => seller.post('/api/v1/inventory/bulk-update', { updates: [{ ...adjust, id: ABSENT_ID }] }),
      409: () => {
        const updates = [{ ...adjust, id: stockId, quantity_change: -1_000_000 }];
        return seller.post('/api/v1/inventory/bulk-update', { updates });
      },
    },
  },
  [`GET ${WANTED}`]: read(seller, WANTED),
  [`PUT ${WANTED}`]: {
    may: MANAGERS,
    client: seller,
    address: WANTED,
    cases: {
      200: () => seller.put(WANTED, { lines: [{ ...wanted, variant_id: product.variantId }] }),
      404: () => seller.put(WANTED, { lines: [{ ...wanted, variant_id: ABSENT_ID }] }),
    },
  },
  'GET /api/v1/variants': read(seller, '/api/v1/variants'),
  'GET /api/v1/inventory/prices/{variant_id}': read(
    seller,
    `/api/v1/inventory/prices/${product.variantId}`,
    `/api/v1/inventory/prices/${ABSENT_ID}`,
  ),
  'PUT /api/v1/inventory/prices/{variant_id}': {
    may: MANAGERS,
    client: seller,
    address: `/api/v1/inventory/prices/${product.variantId}`,
    cases: {
      200: () => seller.put(`/api/v1/inventory/prices/${product.variantId}`, { price: 12 }),
      404: () => seller.put(`/api/v1/inventory/prices/${ABSENT_ID}`, { price: 12 }),
    },
  },
  'POST /api/v1/inventory/transfers': {
    may: MANAGERS,
    client: seller,
    address: '/api/v1/inventory/transfers',
    cases: {
      201: () => transfer(stockId, 1),
      404: () => transfer(ABSENT_ID, 1),
      409: () => transfer(stockId, 1_000_000),
    },
  },
  'GET /api/v1/inventory/transfers': read(seller, '/api/v1/inventory/transfers'),
  'GET /api/v1/inventory/transfers/{id}': readOf(seller, (await transfer(stockId, 1)).body.id),
  'GET /api/v1/inventory/snapshot': read(
    seller,
    '/api/v1/inventory/snapshot',
    `/api/v1/inventory/snapshot?location_id=${ABSENT_ID}`,
  ),
  'GET /api/v1/inventory/snapshot/comparison': read(
    seller,
    '/api/v1/inventory/snapshot/comparison',
    `/api/v1/inventory/snapshot/comparison?location_id=${ABSENT_ID}`,
  ),
  'POST /api/v1/inventory/sync': {
    may: MANAGERS,
    client: seller,
    address: '/api/v1/inventory/sync',
    cases: {
      202: async () => seller.post('/api/v1/inventory/sync', await idle()),
      404: () => seller.post('/api/v1/inventory/sync', { location_id: ABSENT_ID }),
      409: () => buyer.post('/api/v1/inventory/sync', { location_id: trade.retailer.locationIds[0] }),
    },
  },
  'GET /api/v1/inventory/sync': read(seller, '/api/v1/inventory/sync'),
  'GET /api/v1/inventory/sync/{id}': readOf(seller, await syncRun()),
};
