import { expect, test } from 'vitest';
import type { MigrationView } from '../../../server/features/imports/migrations/schema';
import { settled } from '../../factories/imports';
import {
  addFile,
  applied,
  countsOf,
  leaflinkLists,
  MIGRATIONS,
  migrated,
  openSeller,
  partLines,
} from '../../factories/migrations';
import { ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();

test("reads LeafLink's customers by the names of their columns, and again without a change", async () => {
  const { owner } = await openSeller(stage);
  const file = `ID,Nickname,Business License Name,License Number,License Type,Ext Acct ID,Address,City,State,Zipcode,Phone,Email,Payment Term,Tier,Delinquent,Archived,Notes
184220,Green Door,"Green Door Wellness, LLC",C10-0000123-LIC,Adult-Use Retail,GD-001,"12 Oak St
Unit B",Oakland,California,94607,(510) 555-0144,buyer@example.test,Net 30,Gold,False,False,"Call first
then deliver"
184221,Blue Fern,Blue Fern Inc.,C10-0000124-LIC,Medicinal Retail,BF-002,4 Elm,San Jose,CA,95112-1234,,,COD,,True,False,
184222,Old Leaf,Old Leaf Inc.,C10-0000125-LIC,Medicinal Retail,OL-003,5 Elm,San Jose,CA,95112,,,COD,,False,True,
`;
  const run = async () => {
    const body = { system: 'leaflink', source: 'files', kinds: ['customers'] };
    const { id } = ok(await owner.post<MigrationView>(MIGRATIONS, body));
    const added = await addFile(owner, id, 'customers', 'customers.csv', file);
    expect(added.status, added.text).toBe(201);
    ok(await owner.post(`${MIGRATIONS}/${id}/read`));
    return migrated(owner, id);
  };
  const first = await run();
  expect(first, JSON.stringify(first.error)).toMatchObject({ status: 'ready' });
  expect(countsOf(first, 'customers'), JSON.stringify(await partLines(owner, first, 'customers'))).toEqual({
    create: 2,
    closed: 1,
  });
  expect(first.kinds[0]?.not_carried).toMatchObject({ Tier: 1, Notes: 1 });
  await applied(owner, first.id);
  const [customer] = ok(
    await owner.get<{ data: unknown[] }>('/api/v1/customers?external_id=leaflink:184220'),
  ).data;
  expect(customer).toMatchObject({
    ...{ name: 'Green Door', legal_name: 'Green Door Wellness, LLC', terms_days: 30, type: 'retailer' },
    ...{
      external_ids: { leaflink: '184220', quickbooks: 'GD-001' },
      address: { street: '12 Oak St Unit B', state: 'CA' },
    },
  });
  expect(countsOf(await run(), 'customers')).toEqual({ unchanged: 2, closed: 1 });
});

test("takes JSON as an API responds with, QuickBooks' open invoices, and orders with several rows", async () => {
  const { owner } = await openSeller(stage);
  const kinds = ['customers', 'opening_balances'];
  const { id } = ok(
    await owner.post<MigrationView>(MIGRATIONS, {
      system: 'leaflink',
      source: 'files',
      kinds: ['customers', 'products'],
    }),
  );
  const { customers = [], products = [] } = leaflinkLists();
  ok(await addFile(owner, id, 'customers', 'customers.json', JSON.stringify({ results: customers })));
  ok(
    await addFile(
      owner,
      id,
      'products',
      'products.csv',
      'ID,Name,SKU,Category,Wholesale Price,Retail Price\n9,Kush,K-9,Flower,$10.00,$20.00\n',
    ),
  );
  ok(await owner.post(`${MIGRATIONS}/${id}/read`));
  const read = await migrated(owner, id);
  expect(countsOf(read, 'customers')).toEqual({ create: 2, error: 1, closed: 1 });
  expect(countsOf(read, 'products'), JSON.stringify(await partLines(owner, read, 'products'))).toEqual({
    create: 1,
  });
  expect(products.length).toBeGreaterThan(0);
  expect((await applied(owner, id)).status).toBe('completed');
  const books = ok(
    await owner.post<MigrationView>(MIGRATIONS, { system: 'quickbooks', source: 'files', kinds }),
  );
  const file = 'Customer,Num,Date,Due Date,Open Balance\nShop 1,1001,01/05/2026,02/05/2026,"1,250.50"\n';
  ok(await addFile(owner, books.id, 'opening_balances', 'open.csv', file));
  ok(await owner.post(`${MIGRATIONS}/${books.id}/read`));
  const owed = await migrated(owner, books.id);
  expect(countsOf(owed, 'opening_balances'), JSON.stringify(owed)).toEqual({ create: 1 });
  expect((await applied(owner, books.id)).status).toBe('completed');
  expect(ok(await owner.get<{ data: unknown[] }>('/api/v1/invoices?opening=true')).data).toMatchObject([
    { number: '1001', total: 1250.5 },
  ]);
});

test("reads QuickBooks' list of customers below its titles, and takes the license that it lacks from typed cells", async () => {
  const { owner } = await openSeller(stage);
  const file =
    'Golden Coast Distribution\nCustomer Contact List\n"November 28, 2026"\n\n' +
    'Customer,Phone Numbers,Email,Customer full name,Billing address,Shipping address\n' +
    'Green Door,Phone:(510) 555-0144,buyer@example.test,Green Door,"12 Oak St\nOakland, CA 94607",\n';
  const body = { system: 'quickbooks', source: 'files', kinds: ['customers'] };
  const { id } = ok(await owner.post<MigrationView>(MIGRATIONS, body));
  ok(await addFile(owner, id, 'customers', 'customers.csv', file));
  ok(await owner.post(`${MIGRATIONS}/${id}/read`));
  const read = await migrated(owner, id);
  expect(countsOf(read, 'customers')).toEqual({ error: 1 });
  const [line] = await partLines(owner, read, 'customers');
  expect(line?.errors).toMatchObject([{ field: 'license_number', code: 'required' }]);
  const path = `/api/v1/imports/${read.kinds[0]?.import_id}`;
  const fixes = [{ line: line?.line, field: 'license_number', value: 'QB-1' }];
  ok(await owner.patch(path, { fixes }));
  expect((await settled(owner, read.kinds[0]?.import_id ?? '')).counts).toMatchObject({
    create: 1,
    error: 0,
  });
  expect((await applied(owner, id)).status).toBe('completed');
  const { data } = ok(await owner.get<{ data: unknown[] }>('/api/v1/customers?search=QB-1'));
  expect(data).toMatchObject([
    { name: 'Green Door', license_number: 'QB-1', address: { street: '12 Oak St', zip: '94607' } },
  ]);
});

test('rejects what it has no API for, a kind that it does not bring, and a second run at a time', async () => {
  const { owner } = await openSeller(stage);
  expectInvalid(
    await owner.post(MIGRATIONS, { system: 'quickbooks', source: 'api' }),
    'source',
    'unknown_value',
  );
  expectInvalid(
    await owner.post(MIGRATIONS, { system: 'leaflink', source: 'api' }),
    'connection_id',
    'required',
  );
  const unknown = { system: 'leaflink', source: 'files', settings: { everything: true } };
  expectInvalid(await owner.post(MIGRATIONS, unknown), 'settings.everything', 'unknown_key');
  const [one, two] = [1, 2].map(() => ({ system: 'apex', source: 'files', kinds: ['products'] }));
  const first = ok(await owner.post<MigrationView>(MIGRATIONS, one));
  const second = ok(await owner.post<MigrationView>(MIGRATIONS, two));
  expectInvalid(await addFile(owner, first.id, 'customers', 'x.csv', 'a,b\n1,2\n'), 'kind', 'unknown_value');
  expectInvalid(await addFile(owner, first.id, 'products', 'x.json', '[{"id": 1}]'), 'file', 'invalid_file');
  await stage.sql`update migrations set status = 'reading', lease_until = now() + interval '1 hour' where id = ${first.id}`;
  expect(expectError(await owner.post(`${MIGRATIONS}/${second.id}/read`), 'CONFLICT')).toMatchObject({
    reason: 'migration_active',
  });
  await stage.sql`update migrations set status = 'draft' where id = ${first.id}`;
  expect((await owner.delete(`${MIGRATIONS}/${first.id}`)).status).toBe(204);
  expectAbsent(await owner.get(`${MIGRATIONS}/${first.id}`));
});
