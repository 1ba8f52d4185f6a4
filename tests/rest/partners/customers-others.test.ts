import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { openTrade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const PATH = '/api/v1/customers';
const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };
const bodyOf = (license_number: string, type = 'retailer') => ({
  ...{ type, name: 'Hidden Corner', license_number, address: ADDRESS },
  external_ids: { erp: license_number },
});

/** A seller with a customer of each type, and a member of another wholesaler and of a retailer. */
async function openScene() {
  const [{ seller, wholesaler, product }, rival, shop] = await Promise.all([
    openTrade(stage),
    createBusiness(stage.db, 'wholesaler'),
    createBusiness(stage.db, 'retailer'),
  ]);
  const signIn = async (business: typeof rival) =>
    stage.signIn(await createMember(stage.db, business, 'owner'));
  const [outsider, buyer] = await Promise.all([signIn(rival), signIn(shop)]);
  const enter = async (license: string, type: string) =>
    ok(await seller.post<{ id: string }>(PATH, bodyOf(license, type))).id;
  return {
    ...{ seller, wholesaler, product, outsider, buyer },
    ids: [await enter('HID-1', 'retailer'), await enter('HID-2', 'wholesaler')],
  };
}

/** What a stranger can do with the id of a business or customer. */
const requestsWith = (client: Client, id: string, productId: string) => [
  () => client.get(`${PATH}/${id}`),
  () => client.patch(`${PATH}/${id}`, { nickname: 'x' }),
  () => client.delete(`${PATH}/${id}`),
  () => client.post(`${PATH}/${id}/locations`, { name: 'x', address: ADDRESS }),
  () => client.patch(`${PATH}/${id}/locations/${id}`, { name: 'x' }),
  () => client.post('/api/v1/entity/connections/request', { entity_id: id }),
  () => client.get(`/api/v1/partners/${id}/totals`),
  () => client.get(`/api/v1/market/suppliers/${id}/catalogue`),
  () => client.get(`/api/v1/market/suppliers/${id}/brands`),
  () => client.get(`/api/v1/market/reorder?supplier_id=${id}`),
  () => client.get(`/api/v1/products?entity_id=${id}`),
  () => client.get(`/api/v1/orders?retailer_id=${id}`),
  () => client.get(`/api/v1/orders?wholesaler_id=${id}`),
  () => client.get(`/api/v1/orders/summaries?retailer_id=${id}`),
  () => client.post('/api/v1/orders', { wholesaler_id: id, items: [{ product_id: productId, quantity: 1 }] }),
  () =>
    client.post('/api/v1/orders/quote', {
      wholesaler_id: id,
      items: [{ product_id: productId, quantity: 1 }],
    }),
  () => client.get(`/api/v1/carts/${id}`),
  () => client.delete(`/api/v1/carts/${id}`),
  () => client.put(`/api/v1/carts/${id}`, { items: [] }),
];

test("the id of another seller's customer responds as a random id, byte for byte, in every path, filter and body", async () => {
  const { outsider, buyer, product, ids } = await openScene();
  const told = ({ status, text }: { status: number; text: string }, id: string) => ({
    status,
    text: text.replaceAll(id, 'ID').replaceAll(/"as_of":"[^"]*"/g, ''),
  });
  for (const client of [outsider, buyer]) {
    for (const id of ids) {
      const real = requestsWith(client, id, product.id);
      const absent = requestsWith(client, ABSENT_ID, product.id);
      for (const [index, send] of real.entries()) {
        const expected = told((await absent[index]?.()) as never, ABSENT_ID);
        expect({ index, ...told(await send(), id) }).toEqual({ index, ...expected });
      }
    }
  }
});

test('it is in no directory, market or list of others, and its seller finds it in no catalog', async () => {
  const { seller, outsider, buyer } = await openScene();
  for (const client of [seller, outsider, buyer]) {
    const directory = ok(await client.get<{ data: object[] }>('/api/v1/entities?search=Hidden%20Corner'));
    expect(directory.data).toEqual([]);
    expect((await client.get('/api/v1/entity/connections')).text.includes('Hidden Corner')).toBe(
      client === seller,
    );
  }
  expect((await seller.get('/api/v1/market/suppliers')).text).not.toContain('Hidden Corner');
  expectAbsent(await outsider.get(`${PATH}/${ABSENT_ID}`));
});

test('adding a customer responds the same whether others know its license, its email or neither', async () => {
  const { seller, outsider } = await openScene();
  const real = await createBusiness(stage.db, 'retailer', {
    licenseNumber: 'REAL-7',
    contactEmail: 'known@shop.example',
  });
  const shapeOf = async (client: Client, license: string, email: string) => {
    const { status, body } = await client.post<Record<string, unknown>>(PATH, {
      ...bodyOf(license),
      contact: { email },
    });
    const { id, external_ids, license_number, contact, created_at, updated_at, ...more } = body;
    const { locations, licenses, confirmed, ...rest } = more;
    return { status, rest, known: [typeof id, typeof created_at, (locations as object[]).length] };
  };
  const unknown = await shapeOf(outsider, 'NEW-1', 'new@shop.example');
  expect(await shapeOf(outsider, 'HID-1', 'new@shop.example')).toEqual(unknown);
  expect(await shapeOf(outsider, 'REAL-7', 'known@shop.example')).toEqual(unknown);
  expect(await shapeOf(seller, 'REAL-7', 'known@shop.example')).toEqual(unknown);
  const [row] = await stage.sql`select license_verified from entities where id = ${real.id}`;
  expect(row).toEqual({ license_verified: true });
});

test.skipIf(IS_SHORT)("a business that saves the license of others' customers stays verified", async () => {
  const { buyer, seller } = await openScene();
  ok(await seller.post(PATH, bodyOf('SAVED-1')));
  const { id } = ok(await buyer.patch<{ id: string }>('/api/v1/entity', { license_number: 'SAVED-1' }));
  const [row] = await stage.sql`select license_verified from entities where id = ${id}`;
  expect(row).toEqual({ license_verified: true });
});
