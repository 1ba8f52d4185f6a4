import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../../../server/features/auth/sign-in/sign-in';
import { JwtSigner } from '../../../../server/features/auth/tokens';
import { createBusiness, createMember, type Member } from '../../../factories/business';
import { openTestDatabase, type TestDatabase } from '../../../setup/database';

let database: TestDatabase;
let sql: postgres.Sql;
let member: Member;
let sent: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  sql = postgres(database.url, { max: 1, onnotice: () => {}, debug: (_, text) => void sent.push(text) });
  member = await createMember(database.db, await createBusiness(database.db, 'wholesaler'), 'owner');
});

afterAll(async () => {
  await sql.end();
  await database.close();
});

const request = { id: '', address: '192.0.2.1', userAgent: 'tests', transport: 'api' as const };
const scope = () => ({
  db: drizzle(sql),
  request,
  signer: new JwtSigner('a secret of 32 characters or more'),
});

/** The first write of each statement. */
const writes = () =>
  sent.map((text) => /^(?:begin|commit)|(?:insert into|delete from) "\w+"/.exec(text)?.[0]);
const RESERVED = 'insert into "sign_in_failures"';

test('a sign-in makes seven statements: the attempt with the account, four in a transaction', async () => {
  // The first one makes the program known, and the driver asks for the types of arrays once.
  await signIn(scope(), member, 'api');
  sent = [];
  await signIn(scope(), member, 'api');
  expect(writes()).toEqual([
    RESERVED,
    'begin',
    'insert into "sessions"',
    'delete from "sign_in_failures"',
    'insert into "known_devices"',
    'insert into "audit_log"',
    'commit',
  ]);
});

test('a wrong password makes one', async () => {
  sent = [];
  await expect(signIn(scope(), { ...member, password: 'wrong' }, 'api')).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  expect(writes()).toEqual([RESERVED]);
});

test('a sign-in from a 51st device forgets the one used longest ago, and reports itself', async () => {
  await sql`delete from known_devices`;
  await sql`insert into known_devices (user_id, device_id, used_at)
    select ${member.id}, lpad(n::text, 32, '0')::uuid, now() - n * interval '1 hour' from generate_series(1, 50) n`;
  const devices = () => sql`
    select count(*)::int as known, extract(epoch from now() - min(used_at))::int / 3600 as hours,
      (select count(*)::int from notices where notice->>'userId' = ${member.id}) as notices from known_devices`;
  const before = (await devices())[0];
  await signIn(scope(), member, 'api');
  await signIn(scope(), member, 'api');
  expect((await devices())[0]).toMatchObject({ known: 50, hours: 49, notices: before?.notices + 1 });
});
