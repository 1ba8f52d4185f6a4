import { createBusiness, createMember } from '../../factories/business';
import { addEndpoint, type Endpoint, sendTest } from '../../factories/webhook';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ADMINS, type Case, seller, stage } from './world';

const WEBHOOKS = '/api/v1/webhooks';
const url = 'http://127.0.0.1:9/';
const add = () => addEndpoint(seller);
/** An endpoint lives for one case: a business has ten at most. */
async function withEndpoint<T>(use: (endpoint: Endpoint) => Promise<T>): Promise<T> {
  const endpoint = await add();
  const answer = await use(endpoint);
  await seller.delete(`${WEBHOOKS}/${endpoint.id}`);
  return answer;
}
const on = (
  send: (id: string) => ReturnType<Client['get']>,
  tail = '',
): Case & { cases: Record<200 | 404, Case['cases'][200]> } => ({
  may: ADMINS,
  client: seller,
  address: `${WEBHOOKS}/${ABSENT_ID}${tail}`,
  cases: {
    200: () => withEndpoint(({ id }) => send(id)),
    404: () => send(ABSENT_ID),
  },
});
const disabled = (send: (id: string) => ReturnType<Client['get']>) =>
  withEndpoint(async ({ id }) => {
    await seller.patch(`${WEBHOOKS}/${id}`, { active: false });
    return send(id);
  });
/** A cursor of a business whose first events are no longer kept. */
async function expiredCursor(by: 'list' | 'replay' = 'list') {
  const shop = await createBusiness(stage.db, 'wholesaler');
  const client = await stage.signIn(await createMember(stage.db, shop, 'owner'));
  await stage.sql`
    insert into events (id, entity_id, type, sequence, data) values (gen_random_uuid(), ${shop.id}, 'inventory.updated', 5, '{}')`;
  const added = { url: 'https://example.com/hook', events: ['*'] };
  const { body } = await client.post<{ id: string }>(WEBHOOKS, added);
  const answer =
    by === 'list'
      ? await client.get('/api/v1/events?after=1')
      : await client.post(`${WEBHOOKS}/${body.id}/replay`, { after: 1 });
  await stage.sql`delete from events where entity_id = ${shop.id}`;
  return answer;
}
const since = '2026-01-01T00:00:00Z';
const test = on((id) => seller.post(`${WEBHOOKS}/${id}/test`), '/test');
const replayFailed = on((id) => seller.post(`${WEBHOOKS}/${id}/replay-failed`, { since }), '/replay-failed');
const replayEvents = on((id) => seller.post(`${WEBHOOKS}/${id}/replay`, { after: 0 }), '/replay');
const remove = on((id) => seller.delete(`${WEBHOOKS}/${id}`));

export const WEBHOOK_CASES: Record<string, Case> = {
  'GET /api/v1/events': {
    may: ADMINS,
    client: seller,
    address: '/api/v1/events',
    cases: {
      200: () => seller.get('/api/v1/events'),
      409: () => seller.get('/api/v1/events?after=999999999999999'),
      410: () => expiredCursor(),
    },
  },
  'GET /api/v1/webhooks': {
    may: ADMINS,
    client: seller,
    address: WEBHOOKS,
    cases: { 200: () => seller.get(WEBHOOKS) },
  },
  'POST /api/v1/webhooks': {
    may: ADMINS,
    client: seller,
    address: WEBHOOKS,
    cases: {
      201: () => seller.post(WEBHOOKS, { url, events: ['order.created'] }),
      404: () => seller.post(WEBHOOKS, { url, events: ['*'], location_ids: [ABSENT_ID] }),
      409: async () => {
        for (let i = 0; i < 10; i++) await seller.post(WEBHOOKS, { url, events: ['*'] });
        const answer = await seller.post(WEBHOOKS, { url, events: ['*'] });
        const { body } = await seller.get<{ data: Endpoint[] }>(WEBHOOKS);
        for (const { id } of body.data) await seller.delete(`${WEBHOOKS}/${id}`);
        return answer;
      },
    },
  },
  'GET /api/v1/webhooks/{id}': on((id) => seller.get(`${WEBHOOKS}/${id}`)),
  'PATCH /api/v1/webhooks/{id}': on((id) =>
    seller.patch(`${WEBHOOKS}/${id}`, { description: 'Warehouse screen' }),
  ),
  'DELETE /api/v1/webhooks/{id}': {
    ...remove,
    cases: { 204: remove.cases[200], 404: remove.cases[404] },
  },
  'POST /api/v1/webhooks/{id}/rotate-secret': on(
    (id) => seller.post(`${WEBHOOKS}/${id}/rotate-secret`),
    '/rotate-secret',
  ),
  'POST /api/v1/webhooks/{id}/test': {
    ...test,
    cases: { ...test.cases, 409: () => disabled((id) => seller.post(`${WEBHOOKS}/${id}/test`)) },
  },
  'GET /api/v1/webhooks/{id}/deliveries': on(
    (id) => seller.get(`${WEBHOOKS}/${id}/deliveries`),
    '/deliveries',
  ),
  'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}': {
    may: ADMINS,
    client: seller,
    address: `${WEBHOOKS}/${ABSENT_ID}/deliveries/${ABSENT_ID}`,
    cases: {
      200: () =>
        withEndpoint(async ({ id }) =>
          seller.get(`${WEBHOOKS}/${id}/deliveries/${(await sendTest(seller, id)).id}`),
        ),
      404: () => withEndpoint(({ id }) => seller.get(`${WEBHOOKS}/${id}/deliveries/${ABSENT_ID}`)),
    },
  },
  'GET /api/v1/webhooks/deliveries/{id}': {
    may: ADMINS,
    client: seller,
    address: `${WEBHOOKS}/deliveries/${ABSENT_ID}`,
    cases: {
      200: () =>
        withEndpoint(async ({ id }) =>
          seller.get(`${WEBHOOKS}/deliveries/${(await sendTest(seller, id)).id}`),
        ),
      404: () => seller.get(`${WEBHOOKS}/deliveries/${ABSENT_ID}`),
    },
  },
  'POST /api/v1/webhooks/deliveries/{id}/replay': {
    may: ADMINS,
    client: seller,
    address: `${WEBHOOKS}/deliveries/${ABSENT_ID}/replay`,
    cases: {
      200: () =>
        withEndpoint(async ({ id }) =>
          seller.post(`${WEBHOOKS}/deliveries/${(await sendTest(seller, id)).id}/replay`),
        ),
      404: () => seller.post(`${WEBHOOKS}/deliveries/${ABSENT_ID}/replay`),
      409: () =>
        withEndpoint(async ({ id }) => {
          const delivery = await sendTest(seller, id);
          await seller.patch(`${WEBHOOKS}/${id}`, { active: false });
          return seller.post(`${WEBHOOKS}/deliveries/${delivery.id}/replay`);
        }),
    },
  },
  'POST /api/v1/webhooks/{id}/replay': {
    ...replayEvents,
    cases: {
      ...replayEvents.cases,
      409: () => disabled((id) => seller.post(`${WEBHOOKS}/${id}/replay`, { after: 0 })),
      410: () => expiredCursor('replay'),
    },
  },
  'POST /api/v1/webhooks/{id}/replay-failed': {
    ...replayFailed,
    cases: {
      ...replayFailed.cases,
      409: () => disabled((id) => seller.post(`${WEBHOOKS}/${id}/replay-failed`, { since })),
    },
  },
};
