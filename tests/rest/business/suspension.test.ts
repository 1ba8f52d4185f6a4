import { expect, test } from 'vitest';
import { setSuspension } from '../../../server/features/entities/service';
import { resumeEntity } from '../../../server/features/tenants/suspension';
import { entitiesWithWaitingEvents, purgeDeliveries } from '../../../server/features/webhooks/purge';
import { purgeEvents } from '../../../server/platform/outbox/purge';
import { listEntities } from '../../../server/process/commands/entities';
import { resume, suspend } from '../../../server/process/commands/suspend';
import { createKey, withKey } from '../../factories/api-key';
import { createMember } from '../../factories/business';
import { openRecall, openScene, stockOf } from '../../factories/recalls';
import { openTrade, placeOrder, placeOrderIn } from '../../factories/trade';
import { scenesOf } from '../../factories/webhook-scene';
import { commandsOn } from '../../setup/cli';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { ABSENT_ID, expectError } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { mailsOf } from '../../setup/mail';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const mail = mailsOf(stage);
const scenes = scenesOf(stage);
const PASSWORD = 'a password of the tests';
const SUSPENDED = { reason: 'business_suspended' };

const run = commandsOn(stage);
const suspended = async (id: string, reason = 'The invoice is open') => {
  const done = await run(suspend, id, '--reason', reason);
  expect(done.code, done.stderr).toBe(0);
  return done.stdout;
};

test('keeps sessions, keys, refreshes and sign-ins out at once, and only says so after the right password', async () => {
  const trade = await openTrade(stage);
  const owner = await createMember(stage.db, trade.wholesaler, 'owner');
  const client = await stage.signIn(owner);
  const key = withKey(stage.server.url, (await createKey(client)).secret);
  expect(await suspended(trade.wholesaler.id)).toBe(
    `${trade.wholesaler.name} is suspended: The invoice is open\n`,
  );
  for (const [caller, path] of [
    [client, '/auth/me'],
    [client, '/api/v1/orders'],
    [client, '/api/v1/orders?format=csv'],
    [key, '/api/v1/inventory'],
    [key, '/api/v1/entity/team'],
  ] as const) {
    expect(expectError(await caller.get(path), 'FORBIDDEN')).toEqual(SUSPENDED);
  }
  expect(expectError(await client.post('/auth/logout'), 'FORBIDDEN')).toEqual(SUSPENDED);
  const { refresh_token } = client.tokens ?? {};
  expect(expectError(await stage.anybody.post('/auth/refresh', { refresh_token }), 'FORBIDDEN')).toEqual(
    SUSPENDED,
  );
  const login = (password: string) => stage.anybody.post('/auth/login', { email: owner.email, password });
  expectError(await login('wrong'), 'INVALID_CREDENTIALS');
  for (let i = 0; i < 6; i++) expect(expectError(await login(PASSWORD), 'FORBIDDEN')).toEqual(SUSPENDED);
  const listed = (await run(listEntities)).stdout
    .split('\n')
    .find((line) => line.startsWith(trade.wholesaler.id));
  expect(listed).toMatch(
    /^\S+\t.+\twholesaler\tCA\t2 members\tactive \d{4}-\d\d-\d\d\tsuspended \S+: The invoice is open$/,
  );

  expect((await run(resume, trade.wholesaler.id)).stdout).toBe(
    `${trade.wholesaler.name} is no longer suspended\n`,
  );
  ok(await client.get('/auth/me'));
  ok(await key.get('/api/v1/inventory'));
  ok(await login(PASSWORD));
  const audited = await stage.sql`
    select action, actor_name from audit_log where object_id = ${trade.wholesaler.id} and object_type = 'entity' order by id`;
  expect([...audited]).toEqual([
    { action: 'entity.suspended', actor_name: 'Operator' },
    { action: 'entity.resumed', actor_name: 'Operator' },
  ]);
});

test('lets partners cancel open orders with it, and place and raise none', async () => {
  const trade = await openTrade(stage, { quantity: 100 });
  const stranger = await openTrade(stage);
  const [pending, preparing] = [await placeOrder(trade, 2), await placeOrderIn(trade, 'preparing', 3)];
  await setSuspension(stage.db, trade.wholesaler.id, 'x');
  const items = [{ product_id: trade.product.id, quantity: 1 }];
  const place = { wholesaler_id: trade.wholesaler.id, items };
  const expected = { reason: 'partner_suspended' };
  expect(expectError(await trade.buyer.post('/api/v1/orders', place), 'CONFLICT')).toEqual(expected);
  expect(
    expectError(await trade.buyer.post(`/api/v1/orders/${pending.id}/items`, items[0]), 'CONFLICT'),
  ).toEqual(expected);
  const quote = ok(await trade.buyer.post<{ problems: object[] }>('/api/v1/orders/quote', place));
  expect(quote.problems).toMatchObject([{ reason: 'partner_suspended' }]);
  expect(expectError(await stranger.buyer.post('/api/v1/orders', place), 'FORBIDDEN')).toEqual({
    reason: 'connection_required',
  });
  const directory = await stranger.buyer.get('/api/v1/entities?limit=500');
  expect(directory.text).not.toContain(trade.wholesaler.id);
  for (const { id } of [pending, preparing]) {
    expect(ok(await trade.buyer.post(`/api/v1/orders/${id}/cancel`))).toMatchObject({ status: 'cancelled' });
  }
});

test.skipIf(IS_SHORT)('is reached by recalls: its units are held, its members are mailed', async () => {
  const scene = await openScene(stage);
  await setSuspension(stage.db, scene.retailer.id, 'x');
  const recall = await openRecall(scene.seller, scene.lot.batch);
  expect(recall).toMatchObject({ progress: { holders: 3 } });
  await mail.waitFor(scene.buyer.tokens?.user.email ?? '', /recall/i);
  await resumeEntity(stage.db, scene.retailer.id);
  const [item] = await stockOf(scene.buyer, scene);
  expect(item).toMatchObject({ quantity: 10, sellable_quantity: 0 });
});

test.skipIf(IS_SHORT)(
  'holds webhooks back while it lasts, and delivers all of them in order after it',
  async () => {
    const scene = await scenes.openScene();
    await setSuspension(stage.db, scene.business.id, 'x');
    await scene.emit(3);
    const waiting = () => stage.sql<{ n: number }[]>`
    select count(*)::int as n from webhook_deliveries where endpoint_id = ${scene.endpoint.id} and status = 'pending'`;
    await eventually(waiting, ([row]) => expect(row?.n).toBe(3));
    await stage.sql`with old as (update events set created_at = now() - interval '40 days' where entity_id = ${scene.business.id})
    update webhook_deliveries set created_at = now() - interval '40 days' where endpoint_id = ${scene.endpoint.id}`;
    await purgeDeliveries(stage.db);
    await purgeEvents(stage.db, await entitiesWithWaitingEvents(stage.db));
    expect(scene.receiver.requests).toHaveLength(0);
    await resumeEntity(stage.db, scene.business.id);
    await eventually(
      async () => scene.receiver.requests.map(({ body }) => JSON.parse(body).sequence as number),
      (sequences) => expect(sequences).toEqual([1, 2, 3]),
      { patienceMs: 20_000, everyMs: 100 },
    );
  },
);

test.skipIf(IS_SHORT)(
  'tells the operator what is wrong: exit code 1 for an unknown business, 2 for wrong usage',
  async () => {
    expect(await run(resume, ABSENT_ID)).toEqual({
      code: 1,
      stdout: '',
      stderr: `resume: no business on board has the id ${ABSENT_ID}\n`,
    });
    const missing = await run(suspend, ABSENT_ID);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/^suspend: --reason is required/);
    expect((await run(suspend, 'x', '--reason', 'y')).code).toBe(2);
  },
);
