import { describe, expect, test } from 'vitest';
import { unverifiedLicenses } from '../../../server/features/entities/identity.sql';
import { createBusiness, createMember } from '../../factories/business';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { eventually } from '../../setup/eventually';
import { expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const RIGHT_TO_LEFT = '\u202e';

describe('one line of text', () => {
  test.each([
    ['PATCH', '/api/v1/entity', 'name'],
    ['PATCH', '/auth/me', 'name'],
    ['POST', '/api/v1/products', 'name'],
    ['POST', '/api/v1/batches', 'batch_id'],
    ['POST', '/api/v1/views', 'name'],
  ] as const)('%s %s rejects a bidi control in %s (400)', async (method, path, field) => {
    const trade = await openTrade(stage);
    const bodies: Record<string, object> = {
      '/api/v1/products': { category: 'flower', variants: [] },
      '/api/v1/batches': { product_id: trade.product.id },
      '/api/v1/views': { list: 'orders', query: '' },
    };
    const body = { ...bodies[path], [field]: `Harbor ${RIGHT_TO_LEFT}smraF` };
    expectInvalid(await trade.seller.send(method, path, { body }), field, 'invalid_text');
  });

  test('stores a name without controls and piled marks, and keeps emoji', async () => {
    const trade = await openTrade(stage);
    const name = ` Har\u200bbor\u0007 👩‍🌾 Z${'\u0301'.repeat(5)} `;
    const { name: stored } = ok(await trade.seller.patch<{ name: string }>('/api/v1/entity', { name }));
    expect(stored).toBe('Harbor 👩‍🌾 Z\u0301\u0301');
  });

  test('keeps the lines of a note', async () => {
    const trade = await openTrade(stage);
    const { description } = ok(
      await trade.seller.patch<{ description: string }>(`/api/v1/products/${trade.product.id}`, {
        description: 'One\nTwo',
      }),
    );
    expect(description).toBe('One\nTwo');
  });
});

describe('a license number', () => {
  test('that another business has is saved, and partners and the operator see that it is not verified', async () => {
    const [original, copier] = [await openTrade(stage), await openTrade(stage)];
    const number = `C11-${original.wholesaler.id.slice(0, 8)}-LIC`;
    ok(await original.seller.patch('/api/v1/entity', { license_number: number }));
    const saved = ok(
      await copier.seller.patch<Record<string, unknown>>('/api/v1/entity', {
        license_number: ` ${number.toLowerCase().replaceAll('-', ' ')}`,
      }),
    );
    expect(saved).not.toHaveProperty('license_verified');
    const profileFor = async ({ buyer }: typeof original) => {
      const { data } = ok(await buyer.get<{ data: { id: string }[] }>('/api/v1/entity/connections'));
      const path = `/api/v1/entity/connections/${data[0]?.id}`;
      return ok(await buyer.get<{ profile: Record<string, unknown> }>(path)).profile;
    };
    expect(await profileFor(copier)).toMatchObject({ license_verified: false });
    expect(await profileFor(original)).toMatchObject({ license_verified: true });
    // Saving it again doesn't count a copy against the first.
    ok(await original.seller.patch('/api/v1/entity', { license_number: number }));
    expect(await profileFor(original)).toMatchObject({ license_verified: true });
    const listed = await unverifiedLicenses(stage.db);
    expect(listed.find(({ id }) => id === copier.wholesaler.id)?.others).toContain(original.wholesaler.id);
    ok(await copier.seller.patch('/api/v1/entity', { license_number: `${number}-2` }));
    expect(await profileFor(copier)).toMatchObject({ license_verified: true });
  });

  test('that two businesses save at once is verified for one of them', async () => {
    const number = `RACE-${Date.now()}`;
    const shops = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const shop = await createBusiness(stage.db, 'retailer');
        return { shop, owner: await stage.signIn(await createMember(stage.db, shop, 'owner')) };
      }),
    );
    await Promise.all(shops.map(({ owner }) => owner.patch('/api/v1/entity', { license_number: number })));
    const [row] = await stage.sql<{ n: number }[]>`
      select count(*)::int as n from entities where license_number = ${number} and license_verified`;
    expect(row?.n).toBe(1);
  });
});

test('partners are notified of a new name, with both names', async () => {
  const trade = await openTrade(stage);
  const before = ok(await trade.seller.get<{ name: string }>('/api/v1/entity')).name;
  ok(await trade.seller.patch('/api/v1/entity', { name: 'Golden Coast Farms' }));
  const read = async () =>
    ok(
      await trade.buyer.get<{ data: { summary: string; object: { type: string } }[] }>(
        '/api/v1/notifications?kind=partner_renamed',
      ),
    ).data;
  await eventually(read, (found) => expect(found).toHaveLength(1));
  const data = await read();
  expect(data[0]).toMatchObject({
    summary: `${before} is now called Golden Coast Farms`,
    object: { type: 'connection', name: 'Golden Coast Farms' },
  });
});
