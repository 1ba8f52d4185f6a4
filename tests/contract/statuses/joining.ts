import { createInvitation } from '../../factories/invitation';
import { createSetupLink, setupOf } from '../../factories/setup';
import { createSignUp, signUpOf } from '../../factories/sign-up';
import { Client } from '../../setup/client';
import { startServer } from '../../setup/server';
import { type Case, emailOf, NEW_PASSWORD, PUBLIC, seller, stage, trade } from './world';

const accept = (token: string) =>
  stage.anybody.post('/auth/invitations/accept', { token, name: 'x', password: NEW_PASSWORD });
const invitationTo = (entityId: string, email: string) => createInvitation(stage.db, entityId, email);
const setUp = (token: string) => stage.anybody.post('/auth/setup', { token, ...setupOf('Statuses') });
/** The setup of a server that has no business: the others are gone for a moment. */
const setUpEmpty = async () => {
  await stage.sql`update entities set deleted_at = '2026-01-01' where deleted_at is null`;
  const answer = await setUp(await createSetupLink(stage.db));
  await stage.sql`update entities set deleted_at = null where deleted_at = '2026-01-01'`;
  return answer;
};
const throttledSetup = async () => {
  await stage.sql`update reset_requests set requests = 1000 where subject like 'setup:%'`;
  const answer = await setUp('x');
  await stage.sql`delete from reset_requests where subject like 'setup:%'`;
  return answer;
};

const signUp = (token: string, from = stage.anybody) =>
  from.post('/auth/sign-up/complete', { token, password: NEW_PASSWORD });
/** The response of a server on which signing up is off. */
const signUpOff = async (send: (from: Client) => ReturnType<Client['post']>) => {
  const server = await startServer(stage.url, { SIGN_UP: 'off', ROLE: 'web' });
  try {
    return await send(new Client(server.url));
  } finally {
    await server.stop();
  }
};

export const JOINING_CASES: Record<string, Case> = {
  'POST /auth/sign-up': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/sign-up',
    cases: {
      202: () => stage.anybody.post('/auth/sign-up', signUpOf()),
      404: () => signUpOff((from) => from.post('/auth/sign-up', signUpOf())),
    },
  },
  'POST /auth/sign-up/complete': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/sign-up/complete',
    cases: {
      200: async () => signUp(await createSignUp(stage.db)),
      401: () => signUp('x'),
      404: () => signUpOff((from) => signUp('x', from)),
      409: async () => signUp(await createSignUp(stage.db, signUpOf({}, { email: emailOf(seller) }))),
    },
  },
  'POST /auth/invitations/accept': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/invitations/accept',
    cases: {
      200: async () => accept(await invitationTo(trade.wholesaler.id, 'joining@statuses.test')),
      401: () => accept('x'),
      409: async () => accept(await invitationTo(trade.retailer.id, emailOf(seller))),
    },
  },
  'POST /auth/setup': {
    may: PUBLIC,
    client: stage.anybody,
    address: '/auth/setup',
    cases: {
      200: setUpEmpty,
      401: () => setUp('x'),
      409: async () => setUp(await createSetupLink(stage.db)),
      429: throttledSetup,
    },
  },
};
