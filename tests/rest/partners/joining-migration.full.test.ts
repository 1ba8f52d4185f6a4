import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { onDatabase, runCli } from '../../setup/cli';
import { Client, ok } from '../../setup/client';
import { mailsOf } from '../../setup/mail';
import { openOwnStage } from '../../setup/stage';

const FOLDER = 'server/platform/db/migrations';
const stage = await openOwnStage();
const { db, sql, anybody } = stage;
const post = mailsOf(stage);
const PASSWORD = 'a password of the tests';
const ADDRESS = { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' };

/** The statements of the migration that change rows, on claimants as they were before it. */
async function migrateRows(): Promise<void> {
  const file = readdirSync(FOLDER).find((one) => one.endsWith('_joining.sql')) ?? '';
  const statements = readFileSync(join(FOLDER, file), 'utf8').split('--> statement-breakpoint');
  const changing = statements.filter(
    (one) => /^\s*(-- |UPDATE|DO )/.test(one) && !one.includes('old writers'),
  );
  expect(changing).toHaveLength(5);
  for (const statement of changing) await sql.unsafe(statement);
}

test('each person who waited gets the business of its form, connected with who invited it, and a mail; joined ones bring their claims', async () => {
  await sql.unsafe(`alter table claimants alter column entity_id drop not null, add column form jsonb, add column password_hash text,
    add column mode text, add column tier text`);
  const business = await createBusiness(db, 'wholesaler');
  const seller = await stage.signIn(await createMember(db, business, 'owner'));
  const shop = await createBusiness(db, 'retailer');
  const joined = await createMember(db, shop, 'owner');
  const [{ password_hash: hash } = { password_hash: '' }] = await sql<{ password_hash: string }[]>`
    select password_hash from users where email = ${joined.email}`;
  const waiting = async (email: string, license_number: string) => {
    const row = ok(
      await seller.post<{ id: string }>('/api/v1/customers', {
        ...{
          type: 'retailer',
          name: 'Entered',
          license_number: `ROW-${email}`,
          address: ADDRESS,
          contact: { email },
        },
      }),
    );
    const [claimant, claim] = [randomUUID(), randomUUID()];
    const form = {
      business: {
        type: 'retailer',
        name: 'Waited',
        legal_name: 'Waited LLC',
        license_number,
        timezone: 'UTC',
      },
      location: { name: 'Shop', address: ADDRESS },
      owner: { name: 'Nora' },
    };
    await sql`insert into claimants (id, email, form, password_hash, mode, tier)
      values (${claimant}, ${email}, ${JSON.stringify(form)}::text::jsonb, ${hash}, 'open', 'free')`;
    await sql`insert into claims (id, entity_id, seller_id, claimant_id, email_matches, license_matches, type_matches, status, expires_at)
      values (${claim}, ${row.id}, ${business.id}, ${claimant}, true, false, true, 'waiting', now() + interval '14 days')`;
    await sql`insert into business_invitations (id, entity_id, email, invited_as, customer_id, status, mailed, expires_at)
      values (${randomUUID()}, ${business.id}, ${email}, 'customer', ${row.id}, 'accepted', true, now())`;
    return { row: row.id, claim };
  };
  const email = 'waited@joining.test';
  const person = await waiting(email, 'WAITED-1');
  const member = await waiting(joined.email, 'WAITED-2');
  await migrateRows();

  await post.waitFor(email, /sign in to Tallyleaf now/);
  const owner = new Client(
    stage.server.url,
    ok(await anybody.post<never>('/auth/login', { email, password: PASSWORD })),
  );
  const own = ok(await owner.get<{ id: string }>('/api/v1/entity'));
  expect(own).toMatchObject({
    name: 'Waited',
    license_number: 'WAITED-1',
    contact: { email },
    under_review: false,
  });
  expect(own.id).not.toBe(person.row);
  expect(ok(await owner.get<{ data: object[] }>('/api/v1/entity/connections')).data).toMatchObject([
    { entity: { id: business.id }, status: 'accepted' },
  ]);
  const offers = async (client: Client) =>
    ok(await client.get<{ data: object[] }>('/api/v1/claims?role=claimant')).data;
  expect(await offers(owner)).toMatchObject([{ id: person.claim, status: 'offered', entity_id: person.row }]);
  expect(await offers(await stage.signIn(joined))).toMatchObject([{ id: member.claim, status: 'offered' }]);
  expect(await sql`select from users where email = ${joined.email}`).toHaveLength(1);
  const { code, stdout } = await runCli(onDatabase(stage.url), 'verify-audit');
  expect(code, stdout).toBe(0);
});
