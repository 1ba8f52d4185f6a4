import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { onDatabase, runCli } from '../../setup/cli';
import { ok } from '../../setup/client';
import { ABSENT_ID } from '../../setup/expect';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const business = await createBusiness(stage.db, 'retailer');
const ssoOff = (...args: string[]) => runCli(onDatabase(stage.url), 'sso-off', ...args);

test('disconnects the provider once, and is audited without the secret', async () => {
  const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  const settings = {
    issuer: 'https://login.example.com',
    client_id: 'tallyleaf',
    client_secret: 'the secret',
  };
  ok(await owner.put('/api/v1/entity/sso', settings));
  expect((await ssoOff(business.id)).stdout).toContain('is off');
  expect((await owner.get('/api/v1/entity/sso')).status).toBe(404);
  expect((await ssoOff(business.id)).stdout).toContain('was not on');
  const rows = await stage.sql`select before::text as before from audit_log
    where entity_id = ${business.id} and action = 'sso_connection.deleted'`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.before).toContain('login.example.com');
  expect(rows[0]?.before).not.toContain('the secret');
});

test('changes nothing without one business that exists', async () => {
  for (const args of [[], [ABSENT_ID], ['x'], [business.id, business.id]]) {
    expect((await ssoOff(...args)).code, args.join(' ')).not.toBe(0);
  }
});
