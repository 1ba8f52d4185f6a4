import { afterAll } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { openNameServer } from '../../factories/name-server';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { openOwnStage } from '../../setup/stage';
import { type Case, OWNERS, seller, stage } from './world';

const SSO = '/api/v1/entity/sso';
const settings = { issuer: 'https://login.example.com', client_id: 'tallyleaf', client_secret: 'the secret' };
const connected = async () => {
  await seller.put(SSO, settings);
  return SSO;
};

let count = 0;
const records = new Map<string, string>();
const names = await openNameServer(records);
afterAll(() => names.close());
/** Its server asks the name server of this file. */
const own = await openOwnStage({ DNS_SERVERS: names.address });
const ownerOf = async () =>
  own.signIn(await createMember(own.db, await createBusiness(own.db, 'wholesaler'), 'owner'));
/** Verifies a domain that has its record, or not. */
async function verify(hasRecord: boolean, by?: Client, domain = `v${count++}.example.com`) {
  const client = by ?? (await ownerOf());
  const { body } = await client.post<{ id: string; record_name: string; record_value: string }>(
    `${SSO}/domains`,
    { domain },
  );
  if (hasRecord) records.set(body.record_name, body.record_value);
  return client.post(`${SSO}/domains/${body.id}/verify`);
}

const added = async () => {
  await stage.sql`delete from sso_domains`;
  const { body } = await seller.post<{ id: string }>(`${SSO}/domains`, { domain: `d${count++}.example.com` });
  return body.id;
};

export const SSO_CASES: Record<string, Case> = {
  'GET /api/v1/entity/sso': {
    may: OWNERS,
    client: seller,
    address: SSO,
    cases: {
      200: async () => seller.get(await connected()),
      404: async () => {
        await seller.delete(await connected());
        return seller.get(SSO);
      },
    },
  },
  'PUT /api/v1/entity/sso': {
    may: OWNERS,
    client: seller,
    address: SSO,
    cases: {
      200: () => seller.put(SSO, settings),
      409: async () => {
        const second = await ownerOf();
        const domain = `t${count++}.example.com`;
        for (const client of [await ownerOf(), second]) await verify(true, client, domain);
        return second.put(SSO, { ...settings, jit: true });
      },
    },
  },
  'DELETE /api/v1/entity/sso': {
    may: OWNERS,
    client: seller,
    address: SSO,
    cases: {
      204: async () => seller.delete(await connected()),
      404: async () => {
        await seller.delete(await connected());
        return seller.delete(SSO);
      },
    },
  },
  'GET /api/v1/entity/sso/domains': {
    may: OWNERS,
    client: seller,
    address: `${SSO}/domains`,
    cases: { 200: () => seller.get(`${SSO}/domains`) },
  },
  'POST /api/v1/entity/sso/domains': {
    may: OWNERS,
    client: seller,
    address: `${SSO}/domains`,
    cases: {
      201: () => seller.post(`${SSO}/domains`, { domain: `d${count++}.example.com` }),
      409: async () => {
        for (let n = 0; n < 25; n++) await seller.post(`${SSO}/domains`, { domain: `full${n}.example.com` });
        return seller.post(`${SSO}/domains`, { domain: 'one-more.example.com' });
      },
    },
  },
  'POST /api/v1/entity/sso/domains/{id}/verify': {
    may: OWNERS,
    client: seller,
    address: `${SSO}/domains/${ABSENT_ID}/verify`,
    cases: {
      200: () => verify(true),
      404: () => seller.post(`${SSO}/domains/${ABSENT_ID}/verify`),
      409: () => verify(false),
    },
  },
  'DELETE /api/v1/entity/sso/domains/{id}': {
    may: OWNERS,
    client: seller,
    address: `${SSO}/domains/${ABSENT_ID}`,
    cases: {
      204: async () => seller.delete(`${SSO}/domains/${await added()}`),
      404: () => seller.delete(`${SSO}/domains/${ABSENT_ID}`),
    },
  },
};
