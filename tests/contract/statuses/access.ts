import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../server/transport/rest/operations';
import { createBusiness, createTeam } from '../../factories/business';
import type { Client, ErrorBody } from '../../setup/client';
import { ABSENT_ID, expectError } from '../../setup/expect';
import { IS_FULL } from '../../setup/full';
import { REQUIRED_QUERIES } from '../required-queries';
import { type Callers, type Case, PUBLIC, stage, TYPES } from './world';

const ROLES = ['owner', 'admin', 'manager', 'viewer'] as const;
const CALLERS = TYPES.flatMap((type) => ROLES.map((role) => ({ type, role })));
type Caller = (typeof CALLERS)[number];

const mayCall = (may: Callers, { type, role }: Caller) =>
  may[TYPES.indexOf(type)]?.includes(role.charAt(0)) === true;

const clients = new Map<string, Client>();
const clientOf = ({ type, role }: Caller) => clients.get(`${type} ${role}`) as Client;

/** Sends the request of a member who may not do it; null when every member may. */
export function forbidden(may: Case['may'], send: (client: Client) => ReturnType<Client['send']>) {
  const caller = may === PUBLIC ? undefined : CALLERS.find((one) => !mayCall(may, one));
  return caller ? () => send(clientOf(caller)) : null;
}

/** The logout ends the session, so it comes last. */
const inOrder = OPERATIONS.filter(({ access }) => access !== 'public').sort(
  (a, b) => Number(a.path === '/auth/logout') - Number(b.path === '/auth/logout'),
);

/** Tries each operation that isn't public without a token, and as each role of each business type. */
export function testAccess(cases: Record<string, Case>): void {
  beforeAll(async () => {
    for (const type of TYPES) {
      const team = await createTeam(stage.db, await createBusiness(stage.db, type));
      for (const role of ROLES) clients.set(`${type} ${role}`, await stage.signIn(team[role]));
    }
  });

  test('names the callers of every operation that is not public', () => {
    const named = Object.keys(cases).filter((operation) => cases[operation]?.may !== PUBLIC);
    expect(named.sort()).toEqual(inOrder.map(({ method, path }) => `${method} ${path}`).sort());
  });

  describe.each(inOrder.map(({ method, path }, i) => ({ method, path, i })))(
    '$method $path',
    ({ method, path, i }) => {
      const address = `${path.replaceAll(/\{\w+\}/g, ABSENT_ID)}${REQUIRED_QUERIES[path] ?? ''}`;
      const may = cases[`${method} ${path}`]?.may ?? PUBLIC;

      test('rejects a missing and a foreign token (401)', async () => {
        const missing = await stage.anybody.send(method, address);
        expectError(missing, 'UNAUTHORIZED');
        expect(missing.headers['www-authenticate']).toMatch(/^Bearer/);
        const headers = { authorization: 'Bearer a.b.c' };
        expectError(await stage.anybody.send(method, address, { headers }), 'TOKEN_INVALID');
      });

      // Two roles, of one type or another by turns: there are four roles of three types.
      const tried = CALLERS.filter((_, at) => IS_FULL || at % 6 === i % 6);
      const callers = tried.map((caller) => ({ ...caller, may: may !== PUBLIC && mayCall(may, caller) }));
      test.each(callers)('allows the $type’s $role: $may', async ({ may, ...caller }) => {
        const response = await clientOf(caller).send(method, address);
        if (!may) {
          const details = expectError(response, 'FORBIDDEN');
          // The gate rejects by the declared permission before any deeper check; a cultivator never buys, a retailer never sells.
          if (
            caller.type === 'cultivator' &&
            /\/(market|carts|suppliers)\b/.test(path) &&
            !details.permission
          )
            expect(details).toEqual({ reason: 'not_a_buyer' });
          else if (
            caller.type === 'retailer' &&
            /\/(listings|menus|order-requests|receivables|statement|margins)\b/.test(path) &&
            !details.permission
          )
            expect(details).toEqual({ reason: 'not_a_seller' });
          else expect(details.permission, response.text).toEqual(expect.any(String));
        } else {
          // The request is empty: it fails for what is missing, not as forbidden.
          const code = (response.body as ErrorBody | undefined)?.error?.code ?? response.status;
          // Renewing recovery codes needs a second factor that is on.
          const passed =
            path === '/auth/mfa/recovery-codes'
              ? ['CONFLICT']
              : [200, 202, 204, 'INVALID_REQUEST', 'NOT_FOUND'];
          expect(passed).toContain(code);
        }
      });
    },
  );
}
