import { describe, expect, test } from 'vitest';
import { ADDRESS, bodyOf, CUSTOMERS, create, list, openSeller } from '../../factories/customers';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const exists = (id: string) => ({
  reason: 'customer_exists',
  customer_id: id,
  object: { type: 'customer', id },
});

describe('licenses and external ids of customers', () => {
  test('one license of a state and type is one customer, however it is written (409 customer_exists)', async () => {
    const { client } = await openSeller(stage);
    const { id, license_number } = await create(client, { license_number: 'C10-0000 999-lic' });
    for (const written of [license_number, 'c100000999LIC', ' C10 0000999 LIC']) {
      const again = await client.post(CUSTOMERS, bodyOf({ license_number: written }));
      expect(expectError(again, 'CONFLICT')).toEqual(exists(id));
    }
    await create(client, { license_number, type: 'wholesaler' });
    await create(client, { license_number, address: { ...ADDRESS, state: 'NV' } });
    const other = await create(client);
    const moved = await client.patch(`${CUSTOMERS}/${other.id}`, { license_number: 'C100000999LIC' });
    expect(expectError(moved, 'CONFLICT')).toEqual(exists(id));
    ok(await client.patch(`${CUSTOMERS}/${id}`, { license_number: 'c10-0000999-LIC' }));
  });

  test('parallel additions of one license make one customer', async () => {
    const { client } = await openSeller(stage);
    const body = bodyOf();
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post(CUSTOMERS, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('the license of a connected business is that customer', async () => {
    const trade = await openTrade(stage, { retailer: { licenseNumber: 'C10-0007777' } });
    const answer = await trade.seller.post(CUSTOMERS, bodyOf({ license_number: 'c10 0007777' }));
    expect(expectError(answer, 'CONFLICT')).toEqual(exists(trade.retailer.id));
  });

  test('an external id names one customer of a business (409 external_id_taken with the object)', async () => {
    const [{ client }, other] = await Promise.all([openSeller(stage), openSeller(stage)]);
    const { id } = await create(client, { external_ids: { leaflink: '7' } });
    const taken = { reason: 'external_id_taken', object: { type: 'customer', id } };
    const body = bodyOf({ external_ids: { leaflink: '7' } });
    expect(expectError(await client.post(CUSTOMERS, body), 'CONFLICT')).toEqual(taken);
    const second = await create(client, { external_ids: { leaflink: '8' } });
    const patch = await client.patch(`${CUSTOMERS}/${second.id}`, { external_ids: { leaflink: '7' } });
    expect(expectError(patch, 'CONFLICT')).toEqual(taken);
    await create(other.client, { external_ids: { leaflink: '7' } });
    expect((await list(client, '?external_id=leaflink:7')).data.map((one) => one.id)).toEqual([id]);
    expect((await list(client, '?external_id=leaflink:9')).data).toEqual([]);
    expectInvalid(await client.get(`${CUSTOMERS}?external_id=leaflink`), 'external_id');
    const systems = (from: number) =>
      Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`s${from + index}`, 'x']));
    ok(await client.patch(`${CUSTOMERS}/${id}`, { external_ids: { ...systems(0), leaflink: null } }));
    expectInvalid(await client.patch(`${CUSTOMERS}/${id}`, { external_ids: systems(6) }), 'external_ids');
  });
});
