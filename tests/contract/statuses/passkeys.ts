import { newId } from '../../../server/kernel/ids';
import { Authenticator } from '../../factories/authenticator';
import { createMember } from '../../factories/business';
import {
  addPasskey,
  creationOptions,
  originOf,
  PASSKEYS,
  requestOptions,
  signInWithPasskey,
} from '../../factories/passkeys';
import type { Client } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { suspended } from './auth';
import { ALL, buyer, type Case, lock, PUBLIC, password, read, stage, trade } from './world';

const newMember = async () => {
  const member = await createMember(stage.db, trade.retailer, 'viewer');
  return { member, client: await stage.signIn(member) };
};
/** A member whose sign-in is too old. */
const stale = async () => {
  const { member, client } = await newMember();
  await stage.sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${member.id}`;
  return client;
};
const lockedMember = async () => {
  const { member, client } = await newMember();
  await lock(member.email);
  await stage.sql`delete from address_failures`;
  return client;
};
/** A member with as many passkeys as there can be. */
const full = async () => {
  const { member, client } = await newMember();
  for (let i = 0; i < 10; i++) {
    await stage.sql`
      insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, rp_id, name)
      values (${newId()}, ${member.id}, ${newId()}, '\\x00', 0, '{}', 'localhost', 'x')`;
  }
  return client;
};
const made = (client: Client, options = { challenge: 'x' }) =>
  new Authenticator(originOf(client)).create(options);
const known = async () => (await addPasskey((await newMember()).client)).authenticator;

export const PASSKEY_CASES: Record<string, Case> = {
  'GET /auth/passkeys': read(buyer, PASSKEYS),
  'POST /auth/passkeys/options': {
    may: ALL,
    client: buyer,
    address: `${PASSKEYS}/options`,
    cases: {
      200: () => buyer.post(`${PASSKEYS}/options`),
      403: async () => (await stale()).post(`${PASSKEYS}/options`),
      409: async () => (await full()).post(`${PASSKEYS}/options`),
      423: async () => (await lockedMember()).post(`${PASSKEYS}/options`, { password }),
    },
  },
  'POST /auth/passkeys': {
    may: ALL,
    client: buyer,
    address: PASSKEYS,
    cases: {
      201: async () =>
        buyer.post(PASSKEYS, { name: 'Laptop', credential: made(buyer, await creationOptions(buyer)) }),
      403: async () => (await stale()).post(PASSKEYS, { credential: made(buyer) }),
      409: async () => {
        const { client } = await newMember();
        const credential = (await known()).create(await creationOptions(client));
        return client.post(PASSKEYS, { credential });
      },
      423: async () => (await lockedMember()).post(PASSKEYS, { password, credential: made(buyer) }),
    },
  },
  'DELETE /auth/passkeys/{id}': {
    may: ALL,
    client: buyer,
    address: `${PASSKEYS}/${ABSENT_ID}`,
    cases: {
      204: async () => {
        const { client } = await newMember();
        return client.delete(`${PASSKEYS}/${(await addPasskey(client)).id}`);
      },
      403: async () => (await stale()).delete(`${PASSKEYS}/${ABSENT_ID}`),
      404: () => buyer.delete(`${PASSKEYS}/${ABSENT_ID}`),
      409: async () => {
        const { client } = await newMember();
        const { id } = await addPasskey(client);
        await stage.sql`update entities set mfa_required_since = now() where id = ${trade.retailer.id}`;
        const answer = await client.delete(`${PASSKEYS}/${id}`);
        await stage.sql`update entities set mfa_required_since = null where id = ${trade.retailer.id}`;
        return answer;
      },
      423: async () => (await lockedMember()).delete(`${PASSKEYS}/${ABSENT_ID}`, { body: { password } }),
    },
  },
  'POST /auth/passkeys/sign-in/options': {
    may: PUBLIC,
    client: stage.anybody,
    address: `${PASSKEYS}/sign-in/options`,
    cases: { 200: () => stage.anybody.post(`${PASSKEYS}/sign-in/options`) },
  },
  'POST /auth/passkeys/sign-in': {
    may: PUBLIC,
    client: stage.anybody,
    address: `${PASSKEYS}/sign-in`,
    cases: {
      200: async () => signInWithPasskey(stage.anybody, await known()),
      401: () => signInWithPasskey(stage.anybody, new Authenticator(originOf(stage.anybody))),
      403: async () => {
        const authenticator = await known();
        return suspended(trade.retailer.id, () => signInWithPasskey(stage.anybody, authenticator));
      },
      423: async () => {
        const { member, client } = await newMember();
        const { authenticator } = await addPasskey(client);
        await lock(member.email);
        return signInWithPasskey(stage.anybody, authenticator);
      },
      429: async () => {
        const authenticator = await known();
        const assertion = authenticator.get(await requestOptions(stage.anybody));
        await stage.sql`update address_failures set failures = 100`;
        const answer = await stage.anybody.post(`${PASSKEYS}/sign-in`, { assertion });
        await stage.sql`delete from address_failures`;
        return answer;
      },
    },
  },
};
