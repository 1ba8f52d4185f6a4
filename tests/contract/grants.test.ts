import { afterEach, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../server/transport/rest/operations';
import type { Answer, ErrorBody } from '../setup/client';
import { IS_FULL } from '../setup/full';
import type { Act } from './grants/act';
import { GRANTS } from './grants/acts';
import { type Caller, callers, tidy } from './grants/world';

/** Operations that grant nothing by themselves, by what keeps them from it. */
const ELSEWHERE: Record<string, readonly string[]> = {
  'asks for the password, a code, a passkey or a mailed token': [
    'auth.login',
    'auth.mfaComplete',
    'auth.mfaDisable',
    'auth.passkeys.signInOptions',
    'auth.passkeys.signIn',
    'auth.reauthenticate',
    'auth.requestReset',
    'auth.resetPassword',
    'entity.team.accept',
    'entity.setup.complete',
    'entity.signUp.request',
    'entity.signUp.complete',
    'claims.accept',
    'publicMenus.request',
  ],
  'asks for the password each time, and a code as tests/contract/second-factor.test.ts says': [
    'auth.changePassword',
    'entity.delete',
  ],
  'follows an operation that needs a recent sign-in': ['auth.mfaVerify', 'auth.renewRecoveryCodes'],
  'keeps the session within its own time': ['auth.refresh'],
  'ends or names what is your own': [
    'auth.logout',
    'auth.updateMe',
    'auth.endSession',
    'auth.endOtherSessions',
    'notifications.read',
    'notifications.updatePreferences',
    'carts.change',
    'carts.checkout',
    'carts.delete',
    'carts.replace',
    'views.create',
    'views.update',
    'views.delete',
  ],
  'mails members what they may read themselves, as long as they are members': [
    'reportSchedules.create',
    'reportSchedules.update',
    'reportSchedules.delete',
  ],
  'sends only to an address that is already there': [
    'webhooks.test',
    'webhooks.replay',
    'webhooks.replayFailed',
    'webhooks.replayEvents',
    'integrations.test',
    'metrc.test',
    'inventory.pos.test',
    'inventory.sync.start',
  ],
  'ends what was connected': [
    'webhooks.delete',
    'inventory.pos.disconnect',
    'entity.locations.delete',
    'integrations.remove',
    'metrc.remove',
    'oauth.deny',
    'oauth.revoke',
  ],
  'lets in a client, or what it planned, by who may do all of that: tests/rest/mcp': [
    'assistants.approve',
    'assistants.reject',
    'oauth.consent',
  ],
  'asks name servers, with the record alone: tests/rest/business/sso.test.ts': ['sso.verifyDomain'],
  'changes goods and trade, whose tests are by feature and tenant': OPERATIONS.filter(
    ({ path, method }) =>
      method !== 'GET' &&
      /^\/api\/v1\/(accounting|backorders|bank|batches|coa-readings|compliance|credit-notes|customers|disputes|drafts|drivers|goods-receipts|imports|inventory|invoices|listings|lots|menus|migrations|offers|order-requests|orders|pay-runs|payments|price-lists|products|recalls|remittances|returns|suppliers|tax-rules|variants|vehicles)\b/.test(
        path,
      ),
  )
    .filter(({ name }) => !/^(inventory\.(pos\.test|sync\.start))$/.test(name))
    .filter(({ method, path }) => !(`${method} ${path}` in GRANTS))
    .map(({ name }) => name),
  "changes your business or its partners, by your role's permission": [
    'entity.logo.remove',
    'entity.logo.set',
    'entity.licenses.create',
    'entity.licenses.update',
    'entity.licenses.delete',
    'entity.connections.request',
    'entity.connections.accept',
    'entity.connections.reject',
    'entity.connections.update',
    'entity.connections.end',
    'businessInvitations.invite',
    'claims.reject',
    'claims.merge',
    'claims.rejectOffers',
    'claims.updateJoining',
    'businessInvitations.revoke',
    'businessInvitations.accept',
  ],
};

const mutations = OPERATIONS.filter(({ method }) => method !== 'GET');
const grants = mutations.filter(({ method, path }) => `${method} ${path}` in GRANTS);

test('every operation that changes something is listed: as a grant, or with what keeps it from being one', () => {
  const listed = [...grants.map(({ name }) => name), ...Object.values(ELSEWHERE).flat()];
  expect(listed.sort()).toEqual(mutations.map(({ name }) => name).sort());
});

test('every operation that needs a recent sign-in has a use that needs it, and no other has one', () => {
  const needing = grants.filter(({ method, path }) =>
    GRANTS[`${method} ${path}`]?.some(({ recent }) => recent),
  );
  const declared = mutations.filter(({ recent }) => recent !== null).map(({ name }) => name);
  // Tried in tests/rest/business/auth-own-sessions.test.ts, as it needs a second factor that is on; the others take the password each time.
  const elsewhere = [
    'auth.renewRecoveryCodes',
    'auth.changePassword',
    'entity.delete',
    'oauth.consent',
    'sso.verifyDomain',
  ];
  expect([...needing.map(({ name }) => name), ...elsewhere].sort()).toEqual(declared.sort());
});

const RANKS = ['owner', 'admin', 'manager', 'viewer'];

/** Whether a caller may do it: null, or why not. */
function rejectionOf({ by, reach, recent, keys }: Act, caller: Caller): string | null {
  const isBeyond = caller.isLimited && reach === 'beyond';
  if (caller.by === 'key' && !keys) return isBeyond ? 'limit' : 'api_key';
  if (RANKS.indexOf(caller.role) > RANKS.indexOf(by)) return 'role';
  if (isBeyond) return 'limit';
  return recent && caller.by === 'stale' ? 'reauthentication_required' : null;
}

function problemOf(act: Act, caller: Caller, { status, body, text }: Answer): string[] {
  const expected = rejectionOf(act, caller);
  const details = (body as ErrorBody | undefined)?.error?.details ?? {};
  const isRight =
    expected === null
      ? status < 300
      : expected === 'role' || expected === 'limit'
        ? // What lies beyond a limit may look absent.
          status === 403 || (expected === 'limit' && status === 404)
        : status === 403 && details.reason === expected;
  return isRight ? [] : [`${caller.name}: expected ${expected ?? 'success'}, got ${status} ${text}`];
}

afterEach(tidy);

let turn = 0;
/**
 * Every caller in `npm run test:full`. In `npm test` every fifth, of each role as of each limit and sign-in, by turns: the
 * next act is that of others.
 */
const callersInTurn = () => {
  turn += 1;
  return callers.filter((_, n) => IS_FULL || (n + turn) % 5 === 0);
};

describe.each(grants.map(({ method, path }) => `${method} ${path}`))('%s', (operation) => {
  test.each(GRANTS[operation] ?? [])('grants no caller more than they hold: $what', async (act) => {
    const problems: string[] = [];
    for (const caller of callersInTurn())
      problems.push(...problemOf(act, caller, await act.send(caller.client)));
    expect(problems).toEqual([]);
  });
});
