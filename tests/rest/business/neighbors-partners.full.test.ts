import { describe, expect, test } from 'vitest';
import { setSuspension } from '../../../server/features/entities/service';
import { resumeEntity } from '../../../server/features/tenants/suspension';
import { type Business, connect, createBusiness, createMember } from '../../factories/business';
import { createBusinessInvitation } from '../../factories/business-invitation';
import { PIXEL, sendLogo } from '../../factories/images';
import { checkCsv, copyImport, uploadCsv } from '../../factories/imports';
import { openTrade, placeOrder } from '../../factories/trade';
import { addEndpoint } from '../../factories/webhook';
import { onDatabase, runCli } from '../../setup/cli';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

interface Side {
  business: Business;
  client: Client;
}
type Listed<T = { id: string }> = { data: T[] };

async function open(type: Business['type'] = 'wholesaler', fields: object = {}): Promise<Side> {
  const business = await createBusiness(db, type, fields);
  return { business, client: await stage.signIn(await createMember(db, business, 'owner')) };
}

/** A buyer with two sellers, of which the second one has traded nothing. */
async function openRivals() {
  const trade = await openTrade(stage);
  const rival = await open();
  await connect(db, trade.retailer, rival.business);
  return { ...trade, rival };
}

describe('what two sellers of one buyer keep about it', () => {
  test('are external ids of each alone, which count and are taken apart', async () => {
    const { seller, rival, retailer } = await openRivals();
    const [path, other] = [retailer.id, (await openBuyerOf(rival.business)).id].map(
      (id) => `/api/v1/customers/${id}`,
    ) as [string, string];
    const name = (client: Client, at: string, external_ids: object) => client.patch(at, { external_ids });
    const idsOf = async (client: Client) => ok(await client.get<{ external_ids: object }>(path)).external_ids;
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`s${n}`, 'x']));
    ok(await name(rival.client, path, ten));
    ok(await name(rival.client, other, { erp: '1' }));
    ok(await name(seller, path, { s0: 'mine', erp: '1' }));
    expect([await idsOf(seller), await idsOf(rival.client)]).toEqual([{ s0: 'mine', erp: '1' }, ten]);
    for (const [client, id] of [
      [seller, path],
      [rival.client, other],
    ] as const) {
      const found = ok(await client.get<Listed>('/api/v1/customers?external_id=erp:1')).data;
      expect(found.map((one) => `/api/v1/customers/${one.id}`)).toEqual([id]);
    }
  });

  test('are external ids of which the own one is named where it is taken', async () => {
    const name = (client: Client, id: string) =>
      client.patch(`/api/v1/customers/${id}`, { external_ids: { erp: 'TWICE' } });
    // Of rows before and after it alike.
    const nameOfRival = async () => {
      const { client, business } = await open();
      ok(await name(client, (await openBuyerOf(business)).id));
    };
    await nameOfRival();
    const { seller, wholesaler, retailer } = await openTrade(stage);
    const second = await openBuyerOf(wholesaler);
    ok(await name(seller, retailer.id));
    await nameOfRival();
    expect(expectError(await name(seller, second.id), 'CONFLICT')).toMatchObject({
      object: { id: retailer.id },
    });
  });

  test('is in the books of each, under its own name and without the other’s limit', async () => {
    const { seller, rival, retailer } = await openRivals();
    const path = '/api/v1/accounting/exports';
    const book = (client: Client) =>
      client.post<{ id: string; rows: number }>(path, {
        ...{ kind: 'customers', format: 'neutral' },
        ...{ start_date: '2020-01-01', end_date: '2099-12-31' },
      });
    const named = { external_ids: { quickbooks: 'THEIRS' } };
    ok(await rival.client.patch(`/api/v1/customers/${retailer.id}`, named));
    const theirs = ok(await book(rival.client));
    await sql`
      insert into accounting_exports select c.* from accounting_exports x, generate_series(1, 1000) n,
        jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'n', n)) c where x.id = ${theirs.id}`;
    const ours = ok(await book(seller));
    const files = [ours, theirs].map(({ id }, side) =>
      (side === 0 ? seller : rival.client).get(`${path}/${id}/files/1`),
    );
    const [mine, other] = (await Promise.all(files)).map(({ text }) => text);
    expect(other).toContain('THEIRS');
    expect(mine).toContain(retailer.id);
    expect(mine).not.toContain('THEIRS');
  });

  test('are accounts of the books that the other one does not have', async () => {
    const { seller, rival } = await openRivals();
    const path = '/api/v1/accounting/accounts';
    const before = ok(await seller.get(path));
    ok(await rival.client.put(path, { receivable: 'Theirs' }));
    expect(ok(await seller.get(path))).toEqual(before);
    ok(await seller.put(path, { receivable: 'Ours' }));
    expect(ok(await rival.client.get(path))).toMatchObject({ receivable: 'Theirs' });
  });

  test('are price lists that the other one can neither give nor name', async () => {
    const { seller, rival, retailer } = await openRivals();
    const { id } = ok(await rival.client.post<{ id: string }>('/api/v1/price-lists', { name: 'Theirs' }));
    const path = `/api/v1/customers/${retailer.id}`;
    expectError(await seller.patch(path, { price_list_id: id }), 'NOT_FOUND');
    const csv =
      'type,name,license_number,street,city,state,zip,price_list\nretailer,New,N-1,x,x,CA,9,Theirs\n';
    expect((await checkCsv(seller, 'customers', csv)).counts).toMatchObject({ error: 1, create: 0 });
  });

  test('shows a former supplier no more for what another buyer ordered', async () => {
    const { wholesaler, rival, ...trade } = await openRivals();
    await placeOrder({ ...trade, wholesaler });
    const buyer = await open('retailer');
    await connect(db, buyer.business, wholesaler);
    await sql`delete from connections where requester_id = ${buyer.business.id}`;
    const supplier = ok(await buyer.client.get(`/api/v1/suppliers/${wholesaler.id}`));
    expect(supplier).toMatchObject({ connected: false, legal_name: null, license_number: null });
  });
});

async function openBuyerOf(seller: Business): Promise<Business> {
  const business = await createBusiness(db, 'retailer');
  await connect(db, business, seller);
  return business;
}

describe('follow-ups', () => {
  const fields = (text: string) => ({ due_on: '2099-12-01', text });
  type FollowUps = Listed<{ id: string; text: string }>;

  test('of the two sides of a trade are read, changed and deleted by their own side alone', async () => {
    const { seller, buyer, wholesaler, retailer } = await openTrade(stage);
    const [ours, theirs] = [
      `/api/v1/customers/${retailer.id}/follow-ups`,
      `/api/v1/suppliers/${wholesaler.id}/follow-ups`,
    ];
    ok(await seller.post(ours, fields('ours')));
    const { id } = ok(await buyer.post<{ id: string }>(theirs, fields('theirs')));
    expect(ok(await seller.get<FollowUps>(ours)).data.map(({ text }) => text)).toEqual(['ours']);
    expectError(await seller.patch(`${ours}/${id}`, { text: 'mine' }), 'NOT_FOUND');
    expectError(await seller.delete(`${ours}/${id}`), 'NOT_FOUND');
    expect(ok(await buyer.get<FollowUps>(theirs)).data).toMatchObject([{ id, text: 'theirs' }]);
  });

  test('count against the limit of their own side, and name members of it alone', async () => {
    const { seller, buyer, wholesaler, retailer } = await openTrade(stage);
    const [ours, theirs] = [
      `/api/v1/customers/${retailer.id}/follow-ups`,
      `/api/v1/suppliers/${wholesaler.id}/follow-ups`,
    ];
    const { id } = ok(await buyer.post<{ id: string }>(theirs, fields('theirs')));
    await sql`
      insert into follow_ups select c.* from follow_ups f, generate_series(1, 20000) n,
        jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'n', n)) c where f.id = ${id}`;
    ok(await seller.post(ours, fields('ours')));
    await sql`delete from follow_ups where entity_id = ${retailer.id}`;
    const member_id = buyer.tokens?.user.id;
    expectInvalid(await seller.post(ours, { ...fields('x'), member_id }), 'member_id');
    const customer = `/api/v1/customers/${retailer.id}`;
    expectInvalid(await seller.patch(customer, { representative_id: member_id }), 'representative_id');
  });
});

describe('requests and invitations of others', () => {
  const request = (client: Client, { id: entity_id }: Business) =>
    client.post('/api/v1/entity/connections/request', { entity_id });

  test('neither delay nor fill those of a business', async () => {
    const [own, other] = [await open('retailer'), await open('retailer')];
    const [target, second] = [await open(), await open()];
    await connect(db, own.business, target.business, 'rejected');
    expect(expectError(await request(own.client, target.business), 'CONFLICT')).toMatchObject({
      reason: 'rejected_recently',
    });
    ok(await request(own.client, second.business));
    ok(await request(other.client, target.business));
    const asked = await Promise.all(Array.from({ length: 201 }, () => createBusiness(db, 'wholesaler')));
    await sql`
      insert into connections (id, requester_id, target_id, status)
      select gen_random_uuid(), ${other.business.id}, id, 'pending' from entities where id in ${sql(asked.map(({ id }) => id))}`;
    ok(await request(own.client, (await open()).business));
  });

  test('of one email are listed for their inviter alone, and mailed though another’s were', async () => {
    const [own, other] = [await open(), await open()];
    const path = '/api/v1/business-invitations';
    const body = { email: `guest-${own.business.id}@business.test`, as: 'customer' };
    for (let n = 0; n < 3; n++) {
      const expiresAt = new Date(Date.now() - 1000);
      await createBusinessInvitation(db, { entityId: other.business.id, email: body.email, expiresAt });
    }
    ok(await other.client.post(path, body));
    const { id } = ok(await own.client.post<{ id: string }>(path, body));
    expect(ok(await own.client.get(path))).toMatchObject({ data: [{ id }], pagination: { total: 1 } });
    expect(await sql`select mailed from business_invitations where id = ${id}`).toEqual([{ mailed: true }]);
  });
});

test('a cultivator has no suppliers (403)', async () => {
  const { client } = await open('cultivator');
  const { wholesaler } = await openTrade(stage);
  const path = `/api/v1/suppliers/${wholesaler.id}`;
  for (const answer of [
    await client.get('/api/v1/suppliers'),
    await client.get(path),
    await client.get(`${path}/statement`),
    await client.patch(path, { internal_notes: 'x' }),
  ]) {
    expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'not_a_buyer' });
  }
});

describe('licenses', () => {
  const PATH = '/api/v1/entity/licenses';
  const licenses = async ({ client }: Side) =>
    ok(await client.get<Listed<{ id: string; location_id: string | null; verified_at: string | null }>>(PATH))
      .data;

  test('that another business has are no others of a business', async () => {
    const own = await open('wholesaler', { locationCount: 2 });
    const [only] = await licenses(own);
    expect(expectError(await own.client.delete(`${PATH}/${only?.id}`), 'CONFLICT')).toMatchObject({
      reason: 'last_license',
    });
    const place = own.business.locationIds[1];
    ok(await own.client.patch(`${PATH}/${only?.id}`, { location_id: place }));
    expect((await own.client.delete(`/api/v1/entity/locations/${place}`)).status).toBe(204);
    expect(await licenses(own)).toMatchObject([{ id: only?.id, location_id: null }]);
  });

  test('of other locations are not changed by a member limited to some', async () => {
    const { business } = await open('wholesaler', { locationCount: 2 });
    const [here, there] = business.locationIds;
    const admin = await stage.signIn(await createMember(db, business, 'admin', [here]));
    const body = { number: 'LIMITED-1' };
    const answer = await admin.post(PATH, { ...body, location_id: there });
    expect(expectError(answer, 'FORBIDDEN')).toEqual({ reason: 'outside_your_locations' });
    ok(await admin.post(PATH, { ...body, location_id: here }));
  });

  test('are verified for their holder alone: the same number puts another business under review', async () => {
    const [holder, own] = [await open(), await open()];
    await sql`update entities set signed_up_at = now() where id = ${own.business.id}`;
    const [row] = await sql`select number from licenses where entity_id = ${holder.business.id}`;
    const made = ok(await own.client.post<object>(PATH, { number: row?.number }));
    expect(made).toMatchObject({ verified_at: null });
    expect(await sql`select under_review from entities where id = ${own.business.id}`).toEqual([
      { under_review: true },
    ]);
    const twin = await open();
    await sql`update licenses set verified_at = null where entity_id = ${twin.business.id}`;
    const { code, stderr } = await runCli(onDatabase(stage.url), 'verify-license', own.business.id);
    expect(code, stderr).toBe(0);
    expect(await licenses(own)).not.toContainEqual(expect.objectContaining({ verified_at: null }));
    expect(await licenses(twin)).toMatchObject([{ verified_at: null }]);
  });
});

test('partners on either side learn of a new name, and no one else does', async () => {
  const [own, buyer, supplier] = [await open(), await open('retailer'), await open()];
  await connect(db, buyer.business, own.business);
  await connect(db, own.business, supplier.business);
  const { business: stranger } = await open('retailer');
  await connect(db, stranger, supplier.business);
  ok(await own.client.patch('/api/v1/entity', { name: 'Another name' }));
  await eventually(
    () => sql`
      select n.entity_id from notifications n where n.kind = 'partner_renamed' and n.cause_id = ${own.business.id}
      union all select n.entity_id from notices n where n.notice -> 'cause' ->> 'id' = ${own.business.id}`,
    (rows) =>
      expect(rows.map(({ entity_id }) => entity_id).sort()).toEqual(
        [buyer.business.id, supplier.business.id].sort(),
      ),
  );
});

describe('a business that is suspended, deleted or has no logo', () => {
  const logoOf = async (client: Client) =>
    ok(await client.get<{ logo_url: string | null }>('/api/v1/entity')).logo_url;

  test('shows no other one’s logo, and removes its own alone', async () => {
    const [own, other] = [await open(), await open()];
    ok(await sendLogo(other.client, PIXEL));
    expect(await logoOf(own.client)).toBeNull();
    expectError(await own.client.delete('/api/v1/entity/logo'), 'NOT_FOUND');
    ok(await sendLogo(own.client, PIXEL));
    expect((await own.client.delete('/api/v1/entity/logo')).status).toBe(204);
    expect(await logoOf(other.client)).toMatch(/^http/);
  });

  test('takes no follow-up, logo or endpoint of another one with it', async () => {
    const trade = await openTrade(stage);
    const { seller, retailer } = trade;
    ok(await sendLogo(seller, PIXEL));
    await addEndpoint(seller);
    const path = `/api/v1/customers/${retailer.id}/follow-ups`;
    ok(await seller.post(path, { due_on: '2099-12-01', text: 'Kept' }));
    const gone = await open('retailer');
    const body = { password: 'a password of the tests' };
    expect((await gone.client.send('DELETE', '/api/v1/entity', { body })).status).toBe(204);
    expect(await logoOf(seller)).toMatch(/^http/);
    expect(ok(await seller.get<Listed>('/api/v1/webhooks')).data).toHaveLength(1);
    expect(ok(await seller.get<Listed>(path)).data).toHaveLength(1);
  });

  test('has the failures of its endpoints and the mails that wait forgiven, and no other one’s', async () => {
    const [own, other] = [await open(), await open()];
    for (const { business, client } of [own, other]) {
      const { id } = await addEndpoint(client);
      await sql`update webhook_endpoints set failing_since = now() where id = ${id}`;
      await storeNotification(client, business, { mail: 'at_once' });
    }
    await setSuspension(db, own.business.id, 'x');
    await resumeEntity(db, own.business.id);
    const left = await sql`
      select w.entity_id, w.failing_since is not null as failing, n.mail
      from webhook_endpoints w join notifications n on n.entity_id = w.entity_id
      where w.entity_id in ${sql([own.business.id, other.business.id])} order by n.mail desc`;
    expect(left).toEqual([
      { entity_id: own.business.id, failing: false, mail: 'daily' },
      { entity_id: other.business.id, failing: true, mail: 'at_once' },
    ]);
  });
});

async function storeNotification(client: Client, { id }: Business, { mail }: { mail: string }) {
  await sql`
    insert into notifications (id, user_id, entity_id, event_id, kind, object_type, object_id, object_name, summary, bell, mail)
    values (gen_random_uuid(), ${client.tokens?.user.id ?? ''}, ${id}, gen_random_uuid(), 'low_stock', 'inventory_item', gen_random_uuid(),
      'x', 'x', true, ${mail})`;
}

describe('what others use', () => {
  test('is no use of a business', async () => {
    const [own, other] = [await open(), await open()];
    await sql`
      insert into api_requests (id, entity_id, user_id, user_name, method, path, status, duration_ms, request_id, address)
      select gen_random_uuid(), ${other.business.id}, ${other.client.tokens?.user.id ?? ''}, 'x', 'GET', '/api/v1/usage', 200, 1, 'x', 'x'
      from generate_series(1, 500)`;
    const { day } = ok(await own.client.get<{ day: { used: number } }>('/api/v1/usage'));
    expect(day.used).toBeLessThan(500);
  });

  test('leaves room for the imports of a business', async () => {
    const [own, other] = [await open(), await open()];
    const csv = 'sku,counted\nX,1\n';
    const { id } = ok(await uploadCsv(other.client, 'count', csv));
    await copyImport(sql, id, 50);
    ok(await uploadCsv(own.client, 'count', csv));
  });
});
