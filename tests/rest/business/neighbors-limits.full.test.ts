import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { MAX_LISTS } from '../../../server/features/pricing/lists/schema';
import { MAX_OFFERS } from '../../../server/features/pricing/offers/schema';
import { MAIL_LIMITS } from '../../../server/platform/outbox/mail-shares';
import { type Business, createBusiness, createMember } from '../../factories/business';
import { createProduct } from '../../factories/catalog';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;

interface Party {
  business: Business;
  client: Client;
}
async function openParty(): Promise<Party> {
  const business = await createBusiness(db, 'wholesaler');
  return { business, client: await stage.signIn(await createMember(db, business, 'owner')) };
}

let own: Party;
let other: Party;
beforeAll(async () => {
  [own, other] = [await openParty(), await openParty()];
});

test('price lists and offers of another business count for none of the own', async () => {
  const { client, business } = own;
  await sql`
    insert into price_lists (id, entity_id, name, discount_bps)
    select gen_random_uuid(), ${other.business.id}, 'List ' || n, 0 from generate_series(1, ${MAX_LISTS}::int) n`;
  await sql`
    insert into offers (id, entity_id, name, starts_at, ends_at, audience)
    select gen_random_uuid(), ${other.business.id}, 'x', now(), now() + interval '1 day', 'all'
    from generate_series(1, ${MAX_OFFERS}::int)`;
  const list = { name: 'Mine', discount_bps: 100 };
  expect((await client.post('/api/v1/price-lists', list)).status).toBe(201);
  expect(expectError(await other.client.post('/api/v1/price-lists', list), 'CONFLICT')).toMatchObject({
    reason: 'too_many',
  });
  const { variantId } = await createProduct(db, business);
  const offer = { name: 'Mine', audience: 'all', ends_at: '2099-01-01T00:00:00Z' };
  const items = [{ variant_id: variantId }];
  expect((await client.post('/api/v1/offers', { ...offer, items })).status).toBe(201);
});

test('each business has mails of its own for a day', async () => {
  const { day } = MAIL_LIMITS.invitation;
  const fill = ({ business }: Party, ago: string) => sql`
    insert into counted_mails (id, entity_id, address, share, created_at)
    select gen_random_uuid(), ${business.id}, '', 'invitation', now() - ${ago}::interval from generate_series(1, ${day}::int)`;
  const invite = () => {
    const email = `${randomUUID()}@business.test`;
    return own.client.post('/api/v1/entity/team/invite', { email, role: 'viewer' });
  };
  await fill(other, '0');
  expect((await invite()).status).toBe(201);
  const mailed = await sql`
    select from counted_mails where entity_id = ${own.business.id} and share = 'invitation' and address <> ''`;
  expect(mailed.count).toBe(1);
  await fill(own, '20 hours');
  const { retry_after: seconds } = expectError(await invite(), 'RATE_LIMITED');
  expect(Math.abs(Number(seconds) - 4 * 3600)).toBeLessThan(600);
});

test('each business reads its own latest export', async () => {
  for (const { business, client } of [own, other])
    await sql`
      insert into entity_exports (id, entity_id, user_id, status)
      values (gen_random_uuid(), ${business.id}, ${client.tokens?.user.id ?? ''}, 'failed')`;
  const [row] = await sql`select id from entity_exports where entity_id = ${own.business.id}`;
  expect(ok(await own.client.get('/api/v1/entity/export'))).toMatchObject({ id: row?.id });
});
