import { verify } from '@node-rs/argon2';
import { SignJWT } from 'jose';
import type postgres from 'postgres';
import { v7 } from 'uuid';
import { insertAudit } from './bare-writes';

/** As long as ours. */
const ACCESS_SECONDS = 3600;
const REFRESH_SECONDS = 14 * 86_400;
const SESSION_SECONDS = 30 * 86_400;
const KEY = new TextEncoder().encode('a key of the bare server, which nothing verifies');

interface Credentials {
  id: string;
  email: string;
  name: string;
  role: string;
  team_role: string;
  entity_id: string;
  password_hash: string;
}

/** Checks a password, opens a session with its audit row, and signs two tokens. It counts no attempts. */
export async function signIn(
  sql: postgres.Sql,
  { email, password }: { email: string; password: string },
  { address, userAgent }: { address: string; userAgent: string | null },
): Promise<object> {
  const [member] = await sql<Credentials[]>`
    select u.id, u.email, u.name, e.type as role, u.team_role, u.entity_id, u.password_hash
    from users u join entities e on e.id = u.entity_id where u.email = ${email} and u.removed_at is null`;
  if (!member || !(await verify(member.password_hash, password))) throw new Error('wrong password');
  const { entity_id: entityId, password_hash: _, ...user } = member;
  const [sessionId, tokenId, requestId] = [v7(), v7(), v7()];
  const now = new Date();
  await sql.begin((tx) =>
    Promise.all([
      tx`insert into sessions (id, user_id, channel, refresh_jti, rotated_at, expires_at, address, user_agent)
        values (${sessionId}, ${user.id}, 'api', ${tokenId}, ${now}, ${new Date(now.getTime() + SESSION_SECONDS * 1000)},
          ${address}, ${userAgent})`,
      insertAudit(
        tx,
        { entityId, userId: user.id, name: user.name, address },
        requestId,
        ['session.started', 'user', user.id],
        null,
        {
          before: null,
          after: { channel: 'api', signed_in_with: 'password' },
        },
      ),
    ]),
  );
  const sign = (type: string, lifetime: number) =>
    new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: `${type}+jwt` })
      .setJti(tokenId)
      .setIssuedAt(now)
      .setExpirationTime(Math.floor(now.getTime() / 1000) + lifetime)
      .sign(KEY);
  const [access_token, refresh_token] = await Promise.all([
    sign('access', ACCESS_SECONDS),
    sign('refresh', REFRESH_SECONDS),
  ]);
  return { access_token, refresh_token, token_type: 'bearer', expires_in: ACCESS_SECONDS, user };
}
