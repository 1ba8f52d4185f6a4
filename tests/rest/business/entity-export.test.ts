import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKey, withKey } from '../../factories/api-key';
import { createMember } from '../../factories/business';
import { PAYMENTS } from '../../factories/money';
import { openTrade, placeOrderIn } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectError } from '../../setup/expect';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const mail = mailsOf(stage);
const PATH = '/api/v1/entity/export';
interface Export {
  id: string;
  status: string;
  size: number;
  sha256: string;
}

/** The files of a POSIX archive by name. */
function filesIn(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive[at]; ) {
    const name = archive.toString('ascii', at, at + 100).replace(/\0.*/s, '');
    const size = Number.parseInt(archive.toString('ascii', at + 124, at + 135), 8);
    files.set(name, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('an owner exports the business once a day, also while it is suspended: its rows, what it shares, and nothing else', async () => {
  const trade = await openTrade(stage, { quantity: 50 });
  const other = await openTrade(stage);
  const order = await placeOrderIn(trade, 'delivered', 3);
  await placeOrderIn(other, 'accepted', 1);
  const { user } = trade.seller.tokens ?? { user: { email: '' } };
  ok(await trade.seller.patch(`/api/v1/orders/${order.id}`, { external_ids: { erp: 'X-1' } }));
  await stage.sql`insert into order_seller_notes (order_id, notes) values (${order.id}, 'pays late')`;
  const paid = { customer_id: trade.retailer.id, kind: 'payment', method: 'cash', amount: order.total };
  ok(await trade.seller.post(PAYMENTS, { ...paid, received_on: '2026-01-05', notes: 'in small bills' }));
  await stage.sql`update entities set suspended_at = now(), suspension_reason = 'x' where id = ${trade.retailer.id}`;

  const [first, second] = await Promise.all([trade.buyer.post<Export>(PATH), trade.buyer.post<Export>(PATH)]);
  expect([first.status, second.status].sort()).toEqual([202, 429]);
  const { done, headers, bytes, files, rowsOf } = await exportOf(trade.buyer);
  expect(headers.get('content-disposition')).toMatch(/attachment; filename="tallyleaf-[\d-]+\.tar"/);
  expect([bytes.length, sha256(bytes)]).toEqual([done.size, done.sha256]);
  const manifest = JSON.parse(`${files.get('manifest.json')}`);
  expect(manifest).toMatchObject({ format: 1, entity_id: trade.retailer.id, rows: { orders: 1, users: 1 } });
  for (const { name, sha256: digest } of manifest.files)
    expect(sha256(files.get(name) ?? Buffer.alloc(0))).toBe(digest);
  expect(rowsOf('orders')).toMatchObject([{ id: order.id, retailer_id: trade.retailer.id }]);
  expect(rowsOf('orders')[0]).not.toHaveProperty('representative_id');
  expect(rowsOf('users')[0]).not.toHaveProperty('password_hash');
  const everything = bytes.toString('latin1');
  for (const foreign of [
    other.retailer.id,
    other.wholesaler.id,
    'pays late',
    'small bills',
    'X-1',
    user.email,
  ])
    expect(everything, foreign).not.toContain(foreign);
  expect(rowsOf('payments')).toMatchObject([{ amount_cents: paid.amount * 100, notes: null }]);
  const { subject, text } = await mail.waitFor(trade.buyer.tokens?.user.email ?? '', /export/i);
  expect(subject).toBe('The export of your data is ready');
  expect(text).not.toContain('.tar');
});

test('a seller takes its notes of orders and payments along', async () => {
  const trade = await openTrade(stage);
  const order = await placeOrderIn(trade, 'accepted', 1);
  ok(await trade.seller.patch(`/api/v1/orders/${order.id}`, { seller_notes: 'pays late' }));
  const paid = { customer_id: trade.retailer.id, kind: 'payment', method: 'cash', amount: order.total };
  ok(await trade.seller.post(PAYMENTS, { ...paid, received_on: '2026-01-05', notes: 'in small bills' }));
  expect((await trade.seller.post(PATH)).status).toBe(202);
  const { rowsOf } = await exportOf(trade.seller);
  expect(rowsOf('order_seller_notes')).toEqual([{ order_id: order.id, notes: 'pays late' }]);
  expect(rowsOf('payments')).toMatchObject([{ notes: 'in small bills' }]);
});

/** Waits for the export that a member has asked for. */
async function exportOf(client: Client) {
  await eventually(
    async () => ok(await client.get<Export>(PATH)),
    (value) => expect(value.status).toBe('completed'),
    { patienceMs: 20_000 },
  );
  const done = ok(await client.get<Export>(PATH));
  const { headers, bytes } = await download(client.tokens?.access_token ?? '');
  const files = filesIn(bytes);
  const rowsOf = (table: string) =>
    `${files.get(`tables/${table}.jsonl`)}`
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { done, headers, bytes, files, rowsOf };
}

const download = async (token: string) => {
  const answer = await fetch(`${stage.server.url}${PATH}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test('only an owner who signed in recently and sees every location exports', async () => {
  const { retailer, buyer } = await openTrade(stage);
  const admin = await stage.signIn(await createMember(stage.db, retailer, 'admin'));
  expect(expectError(await admin.post(PATH), 'FORBIDDEN')).toMatchObject({ reason: 'permission_required' });
  const limited = await stage.signIn(await createMember(stage.db, retailer, 'owner', retailer.locationIds));
  expect(expectError(await limited.post(PATH), 'FORBIDDEN')).toEqual({ reason: 'outside_your_locations' });
  const key = withKey(stage.server.url, (await createKey(buyer, { permissions: ['delete:entity'] })).secret);
  expect(expectError(await key.get(PATH), 'FORBIDDEN')).toEqual({ reason: 'api_key' });
  await stage.sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${buyer.tokens?.user.id ?? ''}`;
  expect(expectError(await buyer.post(PATH), 'FORBIDDEN')).toEqual({ reason: 'reauthentication_required' });
  expect((await buyer.post(PATH, { password: 'a password of the tests' })).status).toBe(202);
  expect((await (await openTrade(stage)).buyer.get(`${PATH}/file`)).status).toBe(404);
});
