import { afterEach, expect, it } from 'vitest';
import { kindsIn } from '../../../simulator/metrc/faults';
import { type Metrc, type MetrcOptions, startMetrc } from '../../../simulator/metrc/server';

const KEYS = `Basic ${Buffer.from('vendor:user').toString('base64')}`;
let metrc: Metrc;

afterEach(() => metrc.close());

async function start(options: MetrcOptions = {}): Promise<{ grower: string; store: string; label: string }> {
  metrc = await startMetrc({ seed: 7, ...options });
  const [grower = '', , store = ''] = metrc.world.facilities.keys();
  const found = [...metrc.world.packages.values()].find(
    (one) => one.license === grower && one.state === 'active' && one.unit === 'Each',
  );
  return { grower, store, label: found?.label ?? '' };
}

interface Asked {
  method?: string;
  body?: unknown;
  authorization?: string;
  timeout?: number;
}

async function ask(
  path: string,
  { method = 'GET', body, authorization = KEYS, timeout = 2_000 }: Asked = {},
) {
  const response = await fetch(`${metrc.url}${path}`, {
    method,
    headers: { authorization },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout),
  });
  const text = await response.text();
  const read = text === '' ? null : JSON.parse(text);
  return { status: response.status, body: read, retryAfter: response.headers.get('retry-after') };
}

const adjustment = (label: string, quantity: number, changes: object = {}) => ({
  Label: label,
  Quantity: quantity,
  UnitOfMeasure: 'Each',
  AdjustmentReason: 'Entry Error',
  AdjustmentDate: '2026-02-01',
  ReasonNote: 'Counted again [TL 0a1b2c3d]',
  ...changes,
});

it('makes the same state of the same seed', async () => {
  await start();
  const { packages } = (await ask('/_sim/state')).body;
  await metrc.close();
  await start();
  const again = (await ask('/_sim/state')).body.packages;
  const told = (rows: Array<Record<string, unknown>>) => rows.map(({ Label, Quantity }) => [Label, Quantity]);
  expect(told(again)).toEqual(told(packages));
  expect(packages).toHaveLength(120);
});

it('asks for both keys, a license that they reach and at most 20 rows', async () => {
  const { grower } = await start({ vendorKey: 'vendor' });
  const only = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  for (const authorization of ['', only('vendor:'), only(':user'), only('other:user'), 'Bearer vendor']) {
    expect((await ask('/facilities/v2', { authorization })).status).toBe(401);
  }
  expect((await ask('/facilities/v2')).body[0]).toMatchObject({ License: { Number: grower } });
  expect((await ask('/packages/v2/active')).status).toBe(400);
  expect((await ask('/packages/v2/active?licenseNumber=other')).status).toBe(401);
  const list = `/packages/v2/active?licenseNumber=${grower}`;
  expect((await ask(`${list}&pageSize=21`)).status).toBe(400);
  expect((await ask(`${list}&pageSize=20&pageNumber=2`)).body).toMatchObject({
    Total: 37,
    CurrentPage: 2,
    TotalPages: 2,
  });
});

it('reaches a facility only with a user key of it', async () => {
  await start({ empty: true });
  await ask('/_sim/facilities', { method: 'POST', body: { license: 'A', user_keys: ['user'] } });
  await ask('/_sim/facilities', { method: 'POST', body: { license: 'B', user_keys: ['other'] } });
  expect((await ask('/facilities/v2')).body).toHaveLength(1);
  expect((await ask('/packages/v2/active?licenseNumber=A')).status).toBe(200);
  expect((await ask('/packages/v2/active?licenseNumber=B')).status).toBe(401);
});

it('adjusts packages in either casing, all rows or none', async () => {
  const { grower, label } = await start();
  const path = `/packages/v2/adjust?licenseNumber=${grower}`;
  const before = (await ask(`/packages/v2/${label}?licenseNumber=${grower}`)).body;
  const first = await ask(path, { method: 'POST', body: [adjustment(label, -3)] });
  expect(first).toMatchObject({ status: 200, body: { Ids: [before.Id] } });
  const camel = {
    ...{ label, quantity: 1, unitOfMeasure: 'Each', adjustmentReason: 'Damage' },
    adjustmentDate: '2026-02-01',
  };
  expect((await ask(path, { method: 'POST', body: [camel] })).status).toBe(200);
  const refused = await ask(path, { method: 'POST', body: [adjustment(label, -1), adjustment('NONE', 1)] });
  expect(refused).toMatchObject({ status: 400, body: [{ row: 1 }] });
  const after = (await ask(`/packages/v2/${label}?licenseNumber=${grower}`)).body;
  expect(after.Quantity).toBe(before.Quantity - 2);
  expect(after.LastModified > before.LastModified).toBe(true);
  const marks = (await ask(`/packages/v2/adjustments?licenseNumber=${grower}`)).body.Data;
  expect(marks[0]).toMatchObject({ PackageLabel: label, AdjustmentNote: 'Counted again [TL 0a1b2c3d]' });
});

it.each([
  ['below zero', { Quantity: -100_000 }],
  ['zero', { Quantity: 0 }],
  ['a part of a unit', { Quantity: -0.5 }],
  ['another unit', { UnitOfMeasure: 'Grams' }],
  ['an unknown reason', { AdjustmentReason: 'Because' }],
  ['a missing note', { AdjustmentReason: 'Theft', ReasonNote: '' }],
  ['a future date', { AdjustmentDate: '2999-01-01' }],
])('rejects %s', async (_what, changes) => {
  const { grower, label } = await start();
  const body = [adjustment(label, -1, changes)];
  const answer = await ask(`/packages/v2/adjust?licenseNumber=${grower}`, { method: 'POST', body });
  expect(answer.status).toBe(400);
  expect(metrc.world.adjustments).toEqual([]);
});

it('takes ten objects and finishes empty packages alone', async () => {
  const { grower, label } = await start();
  const path = `/packages/v2/adjust?licenseNumber=${grower}`;
  const eleven = Array.from({ length: 11 }, () => adjustment(label, 1));
  expect((await ask(path, { method: 'POST', body: eleven })).status).toBe(413);
  const finish = `/packages/v2/finish?licenseNumber=${grower}`;
  const body = [{ Label: label, ActualDate: '2026-02-02' }];
  expect((await ask(finish, { method: 'PUT', body })).status).toBe(400);
  const { quantity } = metrc.world.packages.get(label) ?? { quantity: 0 };
  await ask(path, { method: 'POST', body: [adjustment(label, -quantity)] });
  expect((await ask(finish, { method: 'PUT', body })).body).toBeNull();
  const found = await ask(`/packages/v2/${label}?licenseNumber=${grower}`);
  expect(found.body).toMatchObject({ IsFinished: true, FinishedDate: '2026-02-02' });
});

it('reads windows of at most 24 hours', async () => {
  const { grower, label } = await start();
  const list = `/packages/v2/active?licenseNumber=${grower}&pageSize=20`;
  const window = (start: number, end: number) =>
    `${list}&${new URLSearchParams({
      lastModifiedStart: new Date(start).toISOString(),
      lastModifiedEnd: new Date(end).toISOString(),
    })}`;
  const now = Date.now();
  expect((await ask(window(now - 25 * 3_600_000, now + 3_600_000))).status).toBe(400);
  const { modified = 0 } = metrc.world.packages.get(label) ?? {};
  expect((await ask(window(modified, modified))).body.Data).toMatchObject([{ Label: label }]);
  expect((await ask(`${list}&lastModifiedStart=2026-02-01T00:00:00+00:00`)).status).toBe(400);
});

const template = (label: string, recipient: string, changes: object = {}) => ({
  Name: 'ORD-1001',
  Destinations: [
    {
      RecipientLicenseNumber: recipient,
      TransferTypeName: 'Wholesale Manifest',
      PlannedRoute: 'I-25 north',
      EstimatedDepartureDateTime: '2026-02-03T09:00:00',
      EstimatedArrivalDateTime: '2026-02-03T11:00:00',
      Transporters: [
        {
          DriverName: 'Dee Driver',
          DriverOccupationalLicenseNumber: 'E-7',
          VehicleMake: 'Ford',
          VehicleModel: 'Transit',
          VehicleLicensePlateNumber: 'ABC123',
        },
      ],
      Packages: [{ PackageLabel: label, WholesalePrice: '120.00' }],
      ...changes,
    },
  ],
});

it('takes templates, and a person makes the manifest and receives it', async () => {
  const { grower, store, label } = await start();
  const path = `/transfers/v2/templates/outgoing?licenseNumber=${grower}`;
  const wrong = template(label, store, { Packages: [{ PackageLabel: label }] });
  expect((await ask(path, { method: 'POST', body: [wrong] })).status).toBe(400);
  const made = await ask(path, { method: 'POST', body: [template(label, store)] });
  const [id] = made.body.Ids;
  expect((await ask(path, { method: 'POST', body: [template(label, store)] })).status).toBe(400);
  const changed = { ...template(label, store, { PlannedRoute: 'US-36' }), TransferTemplateId: id };
  expect(await ask(path, { method: 'PUT', body: [changed] })).toMatchObject({ status: 200, body: null });
  expect((await ask(path)).body.Data).toMatchObject([{ Id: id, Name: 'ORD-1001', ManifestNumber: null }]);

  const { manifest, id: transfer } = (await ask(`/_sim/templates/${id}/register`, { method: 'POST' })).body;
  const outgoing = (await ask(`/transfers/v2/outgoing?licenseNumber=${grower}&pageSize=20`)).body.Data;
  expect(outgoing).toContainEqual(
    expect.objectContaining({ ManifestNumber: manifest, OriginatingTemplateId: id }),
  );
  const [delivery] = (await ask(`/transfers/v2/${transfer}/deliveries`)).body.Data;
  const packages = `/transfers/v2/deliveries/${delivery.Id}/packages`;
  expect((await ask(packages)).body.Data).toMatchObject([
    { PackageLabel: label, ShipmentPackageState: 'Shipped' },
  ]);
  const onTheWay = await ask(`/packages/v2/intransit?licenseNumber=${grower}&pageSize=20`);
  expect(onTheWay.body.Data.map(({ Label }: { Label: string }) => Label)).toContain(label);

  await ask(`/_sim/transfers/${transfer}/receive`, {
    method: 'POST',
    body: { packages: [{ label, quantity: 5 }] },
  });
  expect((await ask(packages)).body.Data).toMatchObject([
    { ShipmentPackageState: 'Accepted', ReceivedQuantity: 5 },
  ]);
  expect((await ask(`/packages/v2/${label}?licenseNumber=${store}`)).body.Quantity).toBe(5);
  const gone = `/transfers/v2/templates/outgoing/${id}?licenseNumber=${grower}`;
  expect((await ask(gone, { method: 'DELETE' })).status).toBe(200);
  expect((await ask(gone, { method: 'DELETE' })).status).toBe(404);
});

it('has transfers on their way to the store', async () => {
  const { store } = await start();
  const { Data } = (await ask(`/transfers/v2/incoming?licenseNumber=${store}`)).body;
  expect(Data).toHaveLength(2);
  expect(Data[0]).toMatchObject({ RecipientFacilityLicenseNumber: store, PackageCount: 3 });
});

it.each([
  ['timeout-after', true],
  ['reset-after', true],
  ['timeout-before', false],
  ['reset-before', false],
] as const)('loses the response by %s', async (kind, written) => {
  const { grower, label } = await start();
  metrc.faults.planned.push({ kind, path: 'POST' });
  const path = `/packages/v2/adjust?licenseNumber=${grower}`;
  const lost = ask(path, { method: 'POST', body: [adjustment(label, -1)], timeout: 300 });
  await expect(lost).rejects.toThrow();
  expect(metrc.world.adjustments).toHaveLength(written ? 1 : 0);
  expect(metrc.requests.at(-1)).toMatchObject({ status: null, fault: kind, written });
});

it('responds with 429 with and without a pause, 500, used tags and empty pages', async () => {
  const { grower, label } = await start();
  const list = `/packages/v2/active?licenseNumber=${grower}`;
  const planned = ['429', '429-bare', '500', 'duplicate-tag', 'empty-page'].map((kind) => ({ kind }));
  await ask('/_sim/faults', { method: 'PUT', body: { planned, retry_after: 4 } });
  expect(await ask(list)).toMatchObject({ status: 429, retryAfter: '4' });
  expect(await ask(list)).toMatchObject({ status: 429, retryAfter: null });
  expect((await ask(list)).status).toBe(500);
  expect(await ask(list)).toMatchObject({ status: 200, body: { Data: [], Total: 37 } });
  const body = [adjustment(label, -1)];
  expect((await ask(`/packages/v2/adjust?licenseNumber=${grower}`, { method: 'POST', body })).status).toBe(
    400,
  );
  expect((await ask(list)).body.Data).toHaveLength(10);
});

it('fails the same requests of the same seed, by weight', async () => {
  const failures = async () => {
    const { grower } = await start({ fail: 0.4, kinds: kindsIn('500:9,429') });
    const statuses: number[] = [];
    for (let index = 0; index < 30; index++) {
      statuses.push((await ask(`/transfers/v2/types?licenseNumber=${grower}`)).status);
    }
    await metrc.close();
    return statuses;
  };
  const [first, second] = [await failures(), await failures()];
  expect(second).toEqual(first);
  expect(first.filter((status) => status === 500).length).toBeGreaterThan(5);
  expect(() => kindsIn('500,bad')).toThrow('--faults');
});

it('responds in camel case and as bare lists where it shall', async () => {
  const { grower } = await start({ casing: 'camel', bare: true });
  const [one] = (await ask(`/packages/v2/active?licenseNumber=${grower}`)).body;
  expect(one).toMatchObject({ unitOfMeasureName: expect.any(String), item: { name: expect.any(String) } });
});

it('takes fifty reads a second and ten at once of a license', async () => {
  const { grower } = await start();
  const list = `/packages/v2/active?licenseNumber=${grower}`;
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(list)));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  const { requests, peaks } = (await ask('/_sim/requests')).body;
  expect(requests).toHaveLength(60);
  expect(peaks.perSecond).toBe(60);
  expect(JSON.stringify(requests)).not.toContain(KEYS);
});
