import { newLookup } from '../../../server/features/api-keys/format';
import { MAX_GRANTS } from '../../../server/features/oauth/schema';
import { createKey, withKey } from '../../factories/api-key';
import { planWaiting } from '../../factories/mcp';
import { beginConsent, letIn, openClient } from '../../factories/oauth';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { ALL, type Cases, place, product, seller, stage, viewers, wholesaler } from './world';

const PLANS = '/api/v1/assistants/plans';
const OAUTH = '/auth/oauth';
const ABSENT_REQUEST = 'x'.repeat(21);

/** A plan that waits for a member. */
const waiting = () => planWaiting(seller, { sku: product.variants[0]?.sku ?? '', place });
const decided = (act: string) => ({
  may: ALL,
  client: seller,
  address: `${PLANS}/${ABSENT_ID}/${act}`,
  cases: {
    200: async () => seller.post(`${PLANS}/${await waiting()}/${act}`),
    403: async () => viewers.wholesaler.post(`${PLANS}/${await waiting()}/${act}`),
    404: () => seller.post(`${PLANS}/${ABSENT_ID}/${act}`),
    409: async () => {
      const id = await waiting();
      await seller.post(`${PLANS}/${id}/${act}`);
      return seller.post(`${PLANS}/${id}/${act}`);
    },
  },
});

const client = await openClient();
const requested = async (member: Client, fields = {}) => (await beginConsent(member, client, fields)).id;
const granted = async () => {
  await letIn(seller, client);
  const { body } = await seller.get<{ data: { id: string }[] }>(`${OAUTH}/grants`);
  return body.data[0]?.id ?? '';
};

/** As many grants as a business may have, all like the first. */
async function fillGrants(): Promise<void> {
  await granted();
  const lookups = Array.from({ length: MAX_GRANTS }, newLookup);
  await stage.sql`
    with one as (select g as grant_row, k as key_row from oauth_grants g join api_keys k on k.id = g.key_id
      where g.entity_id = ${wholesaler.id} limit 1),
    keys as (insert into api_keys
      select (jsonb_populate_record(one.key_row, jsonb_build_object('id', gen_random_uuid(), 'lookup', l))).*
      from one, unnest(${lookups}::text[]) l returning id)
    insert into oauth_grants
    select (jsonb_populate_record(one.grant_row, jsonb_build_object('id', gen_random_uuid(), 'key_id', keys.id))).* from one, keys`;
}

export const ASSISTANT_CASES: Cases = {
  'GET /api/v1/assistants/plans': {
    may: ALL,
    client: seller,
    address: PLANS,
    cases: {
      200: () => seller.get(PLANS),
      403: async () => {
        const { secret } = await createKey(seller, { permissions: ['read:entity'] });
        return withKey(stage.server.url, secret).get(PLANS);
      },
    },
  },
  'POST /api/v1/assistants/plans/{id}/approve': decided('approve'),
  'POST /api/v1/assistants/plans/{id}/reject': decided('reject'),
  'GET /auth/oauth/requests/{id}': {
    may: ALL,
    client: seller,
    address: `${OAUTH}/requests/${ABSENT_REQUEST}`,
    cases: {
      200: async () => seller.get(`${OAUTH}/requests/${await requested(seller)}`),
      404: () => seller.get(`${OAUTH}/requests/${ABSENT_REQUEST}`),
    },
  },
  'POST /auth/oauth/requests/{id}/consent': {
    may: ALL,
    client: seller,
    address: `${OAUTH}/requests/${ABSENT_REQUEST}/consent`,
    cases: {
      200: async () => seller.post(`${OAUTH}/requests/${await requested(seller)}/consent`, {}),
      403: async () => {
        const app = {
          resource: `http://localhost:${new URL(stage.server.url).port}/api/v1`,
          scope: 'read:orders',
        };
        const member = viewers.wholesaler;
        return member.post(`${OAUTH}/requests/${await requested(member, app)}/consent`, {});
      },
      404: () => seller.post(`${OAUTH}/requests/${ABSENT_REQUEST}/consent`, {}),
      409: async () => {
        await fillGrants();
        const answer = await seller.post(`${OAUTH}/requests/${await requested(seller)}/consent`, {});
        await stage.sql`delete from api_keys where of_grant and entity_id = ${wholesaler.id}`;
        return answer;
      },
    },
  },
  'POST /auth/oauth/requests/{id}/deny': {
    may: ALL,
    client: seller,
    address: `${OAUTH}/requests/${ABSENT_REQUEST}/deny`,
    cases: {
      200: async () => seller.post(`${OAUTH}/requests/${await requested(seller)}/deny`),
      404: () => seller.post(`${OAUTH}/requests/${ABSENT_REQUEST}/deny`),
    },
  },
  'GET /auth/oauth/grants': {
    may: ALL,
    client: seller,
    address: `${OAUTH}/grants`,
    cases: { 200: () => seller.get(`${OAUTH}/grants`) },
  },
  'DELETE /auth/oauth/grants/{id}': {
    may: ALL,
    client: seller,
    address: `${OAUTH}/grants/${ABSENT_ID}`,
    cases: {
      204: async () => seller.delete(`${OAUTH}/grants/${await granted()}`),
      404: () => seller.delete(`${OAUTH}/grants/${ABSENT_ID}`),
    },
  },
};
