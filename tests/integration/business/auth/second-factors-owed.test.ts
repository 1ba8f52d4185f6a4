import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeys } from '../../../../server/features/auth/passkeys/tables';
import { loadActors } from '../../../../server/features/auth/queries';
import { dueOfSessions } from '../../../../server/features/auth/queries.sql';
import { signIn } from '../../../../server/features/auth/sign-in/sign-in';
import { JwtSigner } from '../../../../server/features/auth/tokens';
import { type Business, createBusiness, createMember, type Member } from '../../../factories/business';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';

const HOST = 'localhost';
let database: TestDatabase;
let sql: postgres.Sql;
let business: Business;
let member: Member;
let sent: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  sql = postgres(database.url, { max: 1, onnotice: () => {}, debug: (_, text) => void sent.push(text) });
  business = await createBusiness(database.db, 'retailer');
  member = await createMember(database.db, business, 'manager');
  const request = { id: '', address: '192.0.2.1', userAgent: 'tests', transport: 'api' as const };
  await signIn(
    { db: drizzle(sql), request, signer: new JwtSigner('a secret of 32 characters or more') },
    member,
    'api',
  );
});
afterAll(async () => {
  await sql.end();
  await database.close();
});

const requireSince = (days: number | null) => database.sql`
  update entities set mfa_required_since = now() - make_interval(days => ${days}::int) where id = ${business.id}`;
const sessionId = async () =>
  (await database.sql`select id from sessions where user_id = ${member.id}`)[0]?.id as string;

/** What a call knows of the session, and how many statements told it. */
async function loaded() {
  const id = await sessionId();
  sent = [];
  const [known] = await loadActors(drizzle(sql), [id], HOST, () => {});
  const { secondFactorDue, restricted } = known?.actor ?? {};
  return { due: secondFactorDue, restricted, statements: sent.length };
}

test('one statement loads the member of a session that owes no second factor, another says how it is owed', async () => {
  await loaded();
  expect(await loaded()).toEqual({ due: null, restricted: null, statements: 1 });
  await requireSince(0);
  expect(await loaded()).toEqual({ due: expect.stringMatching(/Z$/), restricted: null, statements: 2 });
  await requireSince(60);
  expect(await loaded()).toEqual({ due: expect.stringMatching(/Z$/), restricted: 'enroll', statements: 2 });
  await database.db.insert(passkeys).values({
    ...{ userId: member.id, rpId: HOST, name: 'Key', credentialId: 'x', publicKey: Buffer.of(0) },
    ...{ signCount: 0, transports: [] },
  });
  expect(await loaded()).toMatchObject({ restricted: 'confirm', statements: 2 });
});

test('a requirement that ended between the two statements restricts nothing', async () => {
  await requireSince(null);
  expect([...(await dueOfSessions(database.db, [await sessionId()], HOST))]).toEqual([
    { session_id: await sessionId(), due: null, restricted: null },
  ]);
});
