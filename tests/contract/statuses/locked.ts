import { createMember } from '../../factories/business';
import { lock, password, type Send, stage, wholesaler } from './world';

/** A valid body of each operation that takes a password in place of a recent sign-in, beyond those below /auth. */
const BODIES: Record<string, object> = {
  'POST /api/v1/api-keys': { name: 'ERP sync', permissions: ['read:orders'] },
  'PATCH /api/v1/api-keys/{id}': { name: 'ERP sync' },
  'POST /api/v1/api-keys/{id}/rotate': {},
  'POST /api/v1/entity/team/invite': { email: 'locked@business.test', role: 'viewer' },
  'POST /api/v1/entity/team/{user_id}/resend': {},
  'PATCH /api/v1/entity/team/{user_id}': { role: 'viewer' },
  'POST /api/v1/entity/locations/{id}/pos': { provider: 'simulator' },
  'PATCH /api/v1/entity/locations/{id}/pos': { config: { page_size: 1 } },
  'POST /auth/oauth/requests/{id}/consent': {},
  'POST /api/v1/integrations': { system: 'leaflink', credentials: { token: 'x' } },
  'PATCH /api/v1/integrations/{id}': { credentials: { token: 'x' } },
  'POST /api/v1/bank/accounts': { name: 'x', account_number: '12345678' },
  'PATCH /api/v1/bank/accounts/{id}': { account_number: '12345678' },
  'PUT /api/v1/suppliers/{id}/payee': {
    ...{ routing_number: '021000021', account_number: '12345678', type: 'checking', name: 'x' },
  },
  'POST /api/v1/entity/locations/{id}/metrc': { state: 'ca', user_key: 'x' },
  'PATCH /api/v1/entity/locations/{id}/metrc': { user_key: 'x' },
  'PATCH /api/v1/entity': { license_type: 'x' },
  'PUT /api/v1/entity/sso': {
    ...{ issuer: 'https://login.example.com', client_id: 'tallyleaf', client_secret: 'the secret' },
  },
  'DELETE /api/v1/entity/sso': {},
  'POST /api/v1/entity/sso/domains': { domain: 'locked.example.com' },
  'POST /api/v1/entity/sso/domains/{id}/verify': {},
  'DELETE /api/v1/entity/sso/domains/{id}': {},
  'POST /api/v1/claims/{id}/confirm': {},
  'POST /api/v1/webhooks': { url: 'https://hooks.example.com/', events: ['*'] },
  'PATCH /api/v1/webhooks/{id}': { description: 'x' },
  'POST /api/v1/webhooks/{id}/rotate-secret': {},
};

/** Sends the password of a locked account (423); null for an operation that takes none. */
export function lockedOut(method: string, path: string, address: string): Send | null {
  const body = BODIES[`${method} ${path}`];
  if (!body) return null;
  return async () => {
    const member = await createMember(stage.db, wholesaler, 'admin');
    const client = await stage.signIn(member);
    await lock(member.email);
    // Those of one address are limited, too.
    await stage.sql`delete from address_failures`;
    return client.send(method, address, { body: { ...body, password } });
  };
}
