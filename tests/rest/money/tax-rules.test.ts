import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { TaxRule } from '../../../server/features/pricing/taxes/resource';
import type { TaxPreset } from '../../../server/features/pricing/taxes/schema';
import { createBusiness, createMember } from '../../factories/business';
import { type Client, ok } from '../../setup/client';
import { ABSENT_ID, expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

type RuleBody = z.infer<typeof TaxRule>;

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/tax-rules';
const EXCISE = { name: 'Excise', basis: 'percent', rate: 15 };

async function open(type: 'wholesaler' | 'cultivator' | 'retailer' = 'wholesaler') {
  const business = await createBusiness(db, type);
  return { business, client: await stage.signIn(await createMember(db, business, 'owner')) };
}
const list = async (client: Client, query = '') =>
  ok(await client.get<{ data: RuleBody[] }>(`${PATH}${query}`)).data;
const add = async (client: Client, fields: object = {}) =>
  ok(await client.post<RuleBody>(PATH, { ...EXCISE, ...fields }));

describe('tax rules', () => {
  test('are added, read, changed and deleted, each with its audit row', async () => {
    const { client } = await open();
    const { status, body, headers } = await client.post<RuleBody>(PATH, {
      ...EXCISE,
      rate: 2.3125,
      categories: ['flower', 'vapes', 'flower'],
      buyer_types: ['retailer'],
      use: 'adult',
      states: ['Nevada', 'ca', 'NV'],
      include_freight: true,
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
    });
    expect(status).toBe(201);
    expect(headers.location).toBe(`${PATH}/${body.id}`);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Excise',
      basis: 'percent',
      rate: 2.3125,
      amount: null,
      weight_unit: null,
      categories: ['flower', 'vapes'],
      buyer_types: ['retailer'],
      use: 'adult',
      states: ['NV', 'CA'],
      include_freight: true,
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(ok(await client.get(`${PATH}/${body.id}`))).toEqual(body);
    const plain = await add(client);
    expect(plain).toMatchObject({ rate: 15, categories: [], buyer_types: [], use: null, states: [] });
    expect(plain).toMatchObject({ include_freight: false, starts_on: null, ends_on: null });
    expect((await list(client)).map(({ id }) => id)).toEqual([body.id, plain.id]);
    const patched = ok(
      await client.patch<RuleBody>(`${PATH}/${body.id}`, { rate: 3, use: null, states: null, ends_on: null }),
    );
    expect(patched).toMatchObject({ rate: 3, use: null, states: [], ends_on: null, name: 'Excise' });
    expect(patched).toMatchObject({ categories: ['flower', 'vapes'], include_freight: true });
    expect((await client.delete(`${PATH}/${body.id}`)).status).toBe(204);
    expectAbsent(await client.get(`${PATH}/${body.id}`));
    const actions = await sql`select action from audit_log where object_id = ${body.id} order by position`;
    expect(actions.map(({ action }) => action)).toEqual([
      'tax_rule.created',
      'tax_rule.updated',
      'tax_rule.deleted',
    ]);
  });

  test('another basis clears what only the previous one has', async () => {
    const { client } = await open('cultivator');
    const rule = await add(client, { include_freight: true });
    const path = `${PATH}/${rule.id}`;
    expectInvalid(await client.patch(path, { basis: 'weight' }), 'amount', 'required');
    const weight = ok(await client.patch<RuleBody>(path, { basis: 'weight', amount: 50, weight_unit: 'oz' }));
    expect(weight).toMatchObject({ rate: null, amount: 50, weight_unit: 'oz', include_freight: false });
    const unit = ok(await client.patch<RuleBody>(path, { basis: 'unit' }));
    expect(unit).toMatchObject({ amount: 50, weight_unit: null });
    expect(ok(await client.patch(path, { basis: 'percent', rate: 0.5 }))).toMatchObject({
      rate: 0.5,
      amount: null,
    });
    expect(await list(client, '?basis=weight')).toEqual([]);
  });

  test('fields that contradict each other, and values beyond their bounds, are rejected (400)', async () => {
    const { client } = await open();
    const rejects = async (fields: object, path: string, code?: string) =>
      expectInvalid(await client.post(PATH, { ...EXCISE, ...fields }), path, code);
    await rejects({ rate: undefined }, 'rate', 'required');
    await rejects({ amount: 1 }, 'amount', 'conflict');
    await rejects({ weight_unit: 'oz' }, 'weight_unit', 'conflict');
    await rejects({ basis: 'weight', rate: undefined, amount: 1 }, 'weight_unit', 'required');
    await rejects({ basis: 'unit', rate: undefined }, 'amount', 'required');
    await rejects(
      { basis: 'unit', rate: undefined, amount: 1, include_freight: true },
      'include_freight',
      'conflict',
    );
    await rejects({ rate: 15.00001 }, 'rate', 'too_many_decimals');
    await rejects({ rate: 100.5 }, 'rate');
    await rejects({ rate: -1 }, 'rate');
    await rejects({ name: ' ' }, 'name');
    await rejects({ states: ['Atlantis'] }, 'states[0]', 'unknown_value');
    await rejects({ categories: ['bread'] }, 'categories[0]');
    await rejects({ buyer_types: ['cultivator'] }, 'buyer_types[0]');
    await rejects({ starts_on: '2026-02-01', ends_on: '2026-01-31' }, 'ends_on', 'range_upside_down');
    await rejects({ starts_on: '2026-02-30' }, 'starts_on');
    await rejects({ entity_id: ABSENT_ID }, 'entity_id', 'unknown_key');
    expect(await list(client)).toEqual([]);
  });

  test("others' rules are 404, members without the right 403, retailers have none, and 20 is the most (409)", async () => {
    const { business, client } = await open();
    const other = await open();
    const rule = await add(client);
    for (const answer of [
      await other.client.get(`${PATH}/${rule.id}`),
      await other.client.patch(`${PATH}/${rule.id}`, { rate: 1 }),
      await other.client.delete(`${PATH}/${rule.id}`),
      await client.get(`${PATH}/${ABSENT_ID}`),
    ]) {
      expectAbsent(answer);
    }
    const manager = await stage.signIn(await createMember(db, business, 'manager'));
    expect(await list(manager)).toEqual([rule]);
    for (const answer of [
      await manager.post(PATH, EXCISE),
      await manager.patch(`${PATH}/${rule.id}`, { rate: 1 }),
      await manager.delete(`${PATH}/${rule.id}`),
    ]) {
      expect(expectError(answer, 'FORBIDDEN')).toMatchObject({ permission: 'update:terms' });
    }
    const { client: retailer } = await open('retailer');
    expectError(await retailer.get(PATH), 'FORBIDDEN');
    for (let n = 1; n < 20; n++) await add(client, { name: `Tax ${n}` });
    const answers = await Promise.all([client.post(PATH, EXCISE), client.post(PATH, EXCISE)]);
    for (const answer of answers) {
      expect(expectError(answer, 'CONFLICT')).toEqual({ reason: 'too_many', limit: 20 });
    }
  });
});

describe('presets', () => {
  test('are data with a source and a day, and become rules as they are', async () => {
    const { client } = await open();
    const { data, pagination } = ok(
      await client.get<{ data: TaxPreset[]; pagination: { total: number } }>('/api/v1/tax-presets'),
    );
    expect(pagination.total).toBe(data.length);
    expect(data.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['NV', 'IL', 'CA', 'CO', 'MI', 'NJ']),
    );
    for (const { key: _, state, note, source, as_of, ...rule } of data) {
      expect(new URL(source).protocol).toBe('https:');
      expect(as_of).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(note).toMatch(/\.$/);
      expect(rule.states).toEqual([state]);
      expect(ok(await client.post<RuleBody>(PATH, rule))).toMatchObject(rule);
    }
    const page = ok(await client.get<{ data: TaxPreset[] }>('/api/v1/tax-presets?limit=2&page=2'));
    expect(page.data).toEqual(data.slice(2, 4));
  });
});
