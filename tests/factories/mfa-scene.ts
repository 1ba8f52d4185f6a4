import type { Client } from '../setup/client';
import type { Stage } from '../setup/stage';
import { createBusiness, createMember, type Member } from './business';
import { enrol, type SecondFactor } from './second-factor';

/** A business on a stage whose managers use a second factor, and how they do. */
export async function openMfaScene(stage: Stage) {
  const { anybody, sql } = stage;
  const business = await createBusiness(stage.db, 'wholesaler');
  const createManager = () => createMember(stage.db, business, 'manager');
  const login = ({ email, password }: Pick<Member, 'email' | 'password'>) =>
    anybody.post<{ mfa_required?: boolean; temp_token: string }>('/auth/login', { email, password });
  const complete = (temp_token: string, code: string) =>
    anybody.post<{ access_token: string }>('/auth/mfa/complete', { temp_token, code });
  const verify = (client: Client, code: unknown) => client.post('/auth/mfa/verify', { code });
  const unspend = ({ id }: Member) => sql`update users set mfa_last_step = null where id = ${id}`;

  /** A member with the second factor on, signed in from before. */
  async function openEnrolled(): Promise<{ member: Member; client: Client } & SecondFactor> {
    const member = await createManager();
    const client = await stage.signIn(member);
    return { member, client, ...(await enrol(client)) };
  }
  const tempToken = async (member: Member) => (await login(member)).body.temp_token;
  const failuresOf = async ({ email }: Member) => {
    const [row] = await sql<
      { failures: number }[]
    >`select failures from sign_in_failures where email = ${email}`;
    return row?.failures ?? 0;
  };
  return { createManager, login, complete, verify, unspend, openEnrolled, tempToken, failuresOf };
}
