import { ok } from '../../setup/client';
import { type Act, act, recently } from './act';
import { owner, shop, stage } from './world';

const SSO = '/api/v1/entity/sso';
const SETTINGS = { issuer: 'https://login.example.com', client_id: 'tallyleaf', client_secret: 'the secret' };
const byOwners = { by: 'owner', ...recently } as const;
let count = 0;
/** A business has at most 25. */
async function newDomain(): Promise<string> {
  await stage.sql`delete from sso_domains where entity_id = ${shop.id}`;
  const body = { domain: `granted${++count}.example.com` };
  return ok(await owner.post<{ id: string }>(`${SSO}/domains`, body)).id;
}

export const SSO_ACTS: Record<string, readonly Act[]> = {
  'PUT /api/v1/entity/sso': [
    act('a provider that signs members in', byOwners, (client) => client.put(SSO, SETTINGS)),
  ],
  'DELETE /api/v1/entity/sso': [
    act('members who sign in by password again', byOwners, async (client) => {
      ok(await owner.put(SSO, SETTINGS));
      return client.delete(SSO);
    }),
  ],
  'POST /api/v1/entity/sso/domains': [
    act('a domain to prove', byOwners, async (client) => {
      await stage.sql`delete from sso_domains where entity_id = ${shop.id}`;
      return client.post(`${SSO}/domains`, { domain: 'granted.example.com' });
    }),
  ],
  'DELETE /api/v1/entity/sso/domains/{id}': [
    act('a domain that no one joins by', byOwners, async (client) =>
      client.delete(`${SSO}/domains/${await newDomain()}`),
    ),
  ],
};
