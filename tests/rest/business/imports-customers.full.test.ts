import { expect, test } from 'vitest';
import { withKey } from '../../factories/api-key';
import { connect, createBusiness, createMember } from '../../factories/business';
import { applyImport, checkCsv, linesOf, uploadCsv } from '../../factories/imports';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { IS_FULL, IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const MANY = IS_FULL ? 200 : 40;
const stage = await openStage();
const HEADER = 'dba,type,license,street,city,state,zip,email,ext_acct_id,location_name';
const lineOf = (name: string, license: string, fields: Record<string, string> = {}) => {
  const { type = 'retailer', email = '', id = '', street = '1 Main St' } = fields;
  return [name, type, license, street, 'Oakland', 'CA', '94607', email, id, ''].join(',');
};
const csv = (...lines: string[]) => [HEADER, ...lines].join('\n');

async function openSeller() {
  const business = await createBusiness(stage.db, 'wholesaler');
  return { business, client: await stage.signIn(await createMember(stage.db, business, 'manager')) };
}
const customersOf = async (client: Client) =>
  ok(await client.get<{ data: Record<string, unknown>[] }>('/api/v1/customers?sort=name')).data;

test(`${MANY} customers come in by a file, and again without a change`, async () => {
  const { client } = await openSeller();
  const file = csv(
    ...Array.from({ length: MANY }, (_, index) =>
      lineOf(`Shop ${index}`, `IMP-${index}`, { id: `erp:${index}` }),
    ),
  );
  const checked = await checkCsv(client, 'customers', file);
  expect(checked).toMatchObject({ status: 'ready', counts: { create: MANY, error: 0 } });
  expect(await customersOf(client)).toEqual([]);
  expect(await applyImport(client, checked.id)).toMatchObject({
    status: 'completed',
    counts: { create: MANY },
  });
  const list = ok(await client.get<{ pagination: object }>('/api/v1/customers?status=unclaimed'));
  expect(list.pagination).toMatchObject({ total: MANY });
  expect(await checkCsv(client, 'customers', file)).toMatchObject({ counts: { unchanged: MANY, create: 0 } });
});

test.skipIf(IS_SHORT)(
  'a line updates the customer with its external id, then with its license; blank cells keep values',
  async () => {
    const { client } = await openSeller();
    const first = await checkCsv(
      client,
      'customers',
      csv(lineOf('One', 'U-1', { id: '7', email: 'one@shop.example' }), lineOf('Two', 'U-2')),
    );
    await applyImport(client, first.id);
    const second = await checkCsv(
      client,
      'customers',
      csv(
        lineOf('One New', 'U-9', { id: '7' }),
        lineOf('Two', 'u 2', { street: '2 Side St', id: 'leaflink:5' }),
      ),
    );
    expect(
      (await linesOf(client, second.id)).map(({ outcome, before, after }) => [outcome, before, after]),
    ).toEqual([
      ['update', { name: 'One', license_number: 'U-1' }, { name: 'One New', license_number: 'U-9' }],
      [
        'update',
        { license_number: 'U-2', street: '1 Main St', external_id: null },
        { license_number: 'u 2', street: '2 Side St', external_id: 'leaflink:5' },
      ],
    ]);
    expect(await applyImport(client, second.id)).toMatchObject({ counts: { update: 2, error: 0 } });
    expect(await customersOf(client)).toMatchObject([
      {
        name: 'One New',
        license_number: 'U-9',
        contact: { email: 'one@shop.example' },
        external_ids: { import: '7' },
      },
      { name: 'Two', address: { street: '2 Side St' }, external_ids: { leaflink: '5' } },
    ]);
  },
);

test.skipIf(IS_SHORT)(
  'of a customer on board only what the seller decides changes, and its line has a note',
  async () => {
    const { business, client } = await openSeller();
    const shop = await createBusiness(stage.db, 'retailer', { name: 'On Board', licenseNumber: 'B-1' });
    await connect(stage.db, shop, business);
    const { id } = await checkCsv(client, 'customers', csv(lineOf('Renamed', 'b1', { id: 'erp:1' })));
    expect(await linesOf(client, id)).toMatchObject([
      { outcome: 'update', after: { external_id: 'erp:1' }, note: expect.stringContaining('on board') },
    ]);
    await applyImport(client, id);
    expect(await customersOf(client)).toMatchObject([{ name: 'On Board', external_ids: { erp: '1' } }]);
  },
);

test.skipIf(IS_SHORT)('reports repeated licenses and bad cells, and applies the other lines', async () => {
  const { client } = await openSeller();
  const { id, counts } = await checkCsv(
    client,
    'customers',
    csv(
      lineOf('Good', 'E-1'),
      lineOf('Again', 'e 1'),
      lineOf('Farm', 'E-2', { type: 'cultivator' }),
      lineOf('', 'E-3'),
      lineOf('Mail', 'E-4', { email: 'nobody' }),
      lineOf('Dash', '--'),
    ),
  );
  expect(counts).toMatchObject({ create: 1, error: 5 });
  const codes = (await linesOf(client, id)).map(({ errors }) => errors.map(({ code }) => code));
  expect(codes).toEqual([
    [],
    ['duplicate'],
    ['unknown_value'],
    ['required'],
    ['invalid_format'],
    ['invalid_format'],
  ]);
  await applyImport(client, id);
  expect(await customersOf(client)).toMatchObject([{ name: 'Good' }]);
});

test('no line tells whether others know a business', async () => {
  const [{ client: one }, { client: two }] = await Promise.all([openSeller(), openSeller()]);
  await applyImport(
    one,
    (await checkCsv(one, 'customers', csv(lineOf('Corner', 'P-1', { id: 'erp:1' })))).id,
  );
  await createBusiness(stage.db, 'retailer', { licenseNumber: 'P-2' });
  const { id } = await checkCsv(
    two,
    'customers',
    csv(
      lineOf('A', 'P-1', { id: 'erp:1' }),
      lineOf('A', 'P-2', { id: 'erp:2' }),
      lineOf('A', 'P-3', { id: 'erp:3' }),
    ),
  );
  const told = (await linesOf(two, id)).map(({ outcome, note, errors }) => ({ outcome, note, errors }));
  expect(told).toEqual(Array(3).fill({ outcome: 'create', note: null, errors: [] }));
});

test('a key that may add and not edit has its updates skipped (forbidden), and a viewer imports none (403)', async () => {
  const business = await createBusiness(stage.db, 'wholesaler');
  const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  const file = csv(lineOf('Corner', 'K-1'));
  await applyImport(owner, (await checkCsv(owner, 'customers', file)).id);
  const made = await owner.post<{ secret: string }>('/api/v1/api-keys', {
    name: 'adds',
    permissions: ['update:inventory', 'create:customers', 'read:customers'],
  });
  const key = withKey(stage.server.url, ok(made).secret);
  const { id } = await checkCsv(key, 'customers', csv(lineOf('Changed', 'K-1'), lineOf('New', 'K-2')));
  expect((await linesOf(key, id)).map(({ errors }) => errors.map(({ code }) => code))).toEqual([
    ['forbidden'],
    [],
  ]);
  const viewer = await stage.signIn(await createMember(stage.db, business, 'viewer'));
  expectError(await uploadCsv(viewer, 'customers', file), 'FORBIDDEN');
});
