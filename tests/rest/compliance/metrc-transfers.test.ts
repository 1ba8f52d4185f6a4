import { afterAll, describe, expect, test } from 'vitest';
import {
  adjustLot,
  connectScene,
  type JobBody,
  jobsOf,
  openStateScene,
  openStateStage,
  type StateScene,
  tagOf,
  tagUnits,
} from '../../factories/metrc';
import { type OrderBody, placeOrder } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { expectError } from '../../setup/expect';

const stage = await openStateStage();
afterAll(() => stage.metrc.close());
const { metrc } = stage;
const AUTO = {
  mode: { package_adjustment: 'auto', transfer_template: 'auto' },
  transfer_type: 'Wholesale Manifest',
};
const until = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 40_000, interval: 250 });
const sim = async (method: string, path: string, body: object = {}) => {
  const answer = await fetch(`${metrc.url}/_sim/${path}`, { method, body: JSON.stringify(body) });
  return (await answer.json()) as { id: number };
};
/** Has the state read for a location now. */
const readNow = async (locationId: string) => {
  await stage.sql`update compliance_sites set read_at = now() where location_id = ${locationId}`;
  await stage.sql`select graphile_worker.add_job('resume_telling', '{}')`;
};
const templates = () => [...metrc.world.templates.values()];

/** An order of one whole package that its seller prepares, and who drives it. */
async function prepared(scene: StateScene, tag: string, quantity = 10) {
  const lot = await tagUnits(stage, scene, tag, quantity);
  const order = await placeOrder(scene, quantity);
  const path = `/api/v1/orders/${order.id}`;
  for (const status of ['accepted', 'preparing']) ok(await scene.seller.patch(`${path}/status`, { status }));
  const item = order.items[0]?.id;
  ok(await scene.seller.put(`${path}/items/${item}/lots`, { lots: [{ lot_id: lot, quantity }] }));
  const driver = ok(
    await scene.seller.post<{ id: string }>('/api/v1/drivers', {
      name: 'Dana',
      license_number: 'D1',
      employee_id: 'E-7',
    }),
  );
  const vehicle = ok(
    await scene.seller.post<{ id: string }>('/api/v1/vehicles', {
      make: 'Ford',
      model: 'Transit',
      plate: '8ABC123',
    }),
  );
  const shipment = {
    ...{ driver_id: driver.id, vehicle_id: vehicle.id, planned_route: 'I-80 to Main St' },
    ...{ departs_at: '2027-01-05T16:00:00.000Z', arrives_at: '2027-01-05T18:00:00.000Z' },
  };
  return { order, path, shipment, driver, vehicle };
}
const jobsOfOrder = (client: Client, { id }: OrderBody) => jobsOf(client, `&order_id=${id}`);

describe('shipped orders', () => {
  test('make a template once all is stated, whose manifest a person makes', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene, AUTO);
    await until(
      async () =>
        ok(
          await scene.seller.get<{ available: unknown }>(
            `/api/v1/compliance/reasons?location_id=${scene.locationId}`,
          ),
        ).available,
    ).not.toBeNull();
    const { order, path, shipment } = await prepared(scene, tagOf(1));
    const [waiting] = (await jobsOfOrder(scene.seller, order)) as [JobBody];
    expect(waiting).toMatchObject({
      kind: 'transfer_template',
      status: 'needs_data',
      subject: order.order_number,
    });
    expect(waiting.problems.map(({ field }) => field)).toEqual([
      'shipment.planned_route',
      'shipment.departs_at',
      'shipment.arrives_at',
      'shipment.driver_id',
      'shipment.vehicle_id',
    ]);
    const detail = ok(await scene.seller.patch<OrderBody>(path, { shipment }));
    expect(detail.shipment).toMatchObject({
      ...{ planned_route: 'I-80 to Main St', departs_at: shipment.departs_at, driver: { name: 'Dana' } },
    });
    await until(async () => (await jobsOfOrder(scene.seller, order)).map(({ status }) => status)).toEqual([
      'confirmed',
    ]);
    const [made] = templates().filter(({ name }) => name === order.order_number);
    expect(made).toMatchObject({
      shipper: scene.license,
      destinations: [
        {
          ...{
            typeName: 'Wholesale Manifest',
            plannedRoute: 'I-80 to Main St',
            departsAt: '2027-01-05T09:00:00',
          },
          packages: [{ label: tagOf(1), wholesalePrice: 100 }],
        },
      ],
    });
    ok(await scene.seller.patch(`${path}/status`, { status: 'shipped' }));
    expect(await jobsOfOrder(scene.seller, order)).toHaveLength(1);
    await sim('POST', `templates/${made?.id}/register`);
    await readNow(scene.locationId);
    const list = `/api/v1/compliance/transfers?order_id=${order.id}`;
    await until(async () => ok(await scene.seller.get<{ data: unknown[] }>(list)).data).toMatchObject([
      { direction: 'outgoing', manifest_number: expect.any(String), order_id: order.id },
    ]);
  });

  test('report changes by a job of its own, and are withdrawn when canceled', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene, AUTO);
    const { order, path, shipment } = await prepared(scene, tagOf(2));
    ok(await scene.seller.patch(path, { shipment }));
    await until(async () => (await jobsOfOrder(scene.seller, order)).map(({ status }) => status)).toEqual([
      'confirmed',
    ]);
    ok(await scene.seller.patch(path, { shipment: { planned_route: 'Over the bridge' } }));
    const told = async () =>
      (await jobsOfOrder(scene.seller, order)).map(({ kind, status }) => `${kind} ${status}`);
    await until(told).toEqual(['transfer_template_change confirmed', 'transfer_template confirmed']);
    const mine = () => templates().filter(({ name }) => name === order.order_number);
    expect(mine()).toMatchObject([{ destinations: [{ plannedRoute: 'Over the bridge' }] }]);
    ok(await scene.seller.post(`${path}/cancel`));
    await until(told).toEqual([
      'transfer_template_delete confirmed',
      'transfer_template_change confirmed',
      'transfer_template confirmed',
    ]);
    expect(mine()).toEqual([]);
  });

  test('name parts of packages and units without a tag, and end unsent', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene);
    const lot = await tagUnits(stage, scene, tagOf(3), 20);
    const order = await placeOrder(scene, 10);
    const path = `/api/v1/orders/${order.id}`;
    for (const status of ['accepted', 'preparing'])
      ok(await scene.seller.patch(`${path}/status`, { status }));
    const lots = [{ lot_id: lot, quantity: 6 }];
    ok(await scene.seller.put(`${path}/items/${order.items[0]?.id}/lots`, { lots }));
    const [job] = await jobsOfOrder(scene.seller, order);
    expect(job?.problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['split_package', 'untagged_units']),
    );
    ok(await scene.seller.post(`${path}/cancel`));
    expect((await jobsOfOrder(scene.seller, order)).map(({ status }) => status)).toEqual(['superseded']);
  });

  test('keep the shipment the seller’s own', async () => {
    const scene = await openStateScene(stage);
    const order = await placeOrder(scene, 1);
    const path = `/api/v1/orders/${order.id}`;
    const shipment = { planned_route: 'x' };
    expect(expectError(await scene.seller.patch(path, { shipment }), 'CONFLICT')).toMatchObject({
      reason: 'not_editable',
    });
    expect(expectError(await scene.buyer.patch(path, { shipment }), 'FORBIDDEN')).toMatchObject({
      reason: 'other_party',
    });
  });
});

describe('deliveries', () => {
  interface TransferBody {
    id: string;
    goods_receipt_id: string | null;
    receipt_id: string | null;
    accepted_tags: string[];
    notes: string[];
  }
  const incoming = async (client: Client) =>
    ok(await client.get<{ data: TransferBody[] }>('/api/v1/compliance/transfers?direction=incoming')).data;

  test('become goods receipts with a lot per package, once', async () => {
    const scene = await openStateScene(stage);
    await connectScene(scene);
    metrc.world.facilities.set('SHIPPER-1', { license: 'SHIPPER-1', name: 'Sun Farm', userKeys: [] });
    for (const tag of [tagOf(21), tagOf(22)]) {
      await sim('POST', 'packages', { label: tag, license: 'SHIPPER-1', quantity: 12, batch: 'SF-1' });
    }
    await sim('POST', 'transfers', {
      shipper: 'SHIPPER-1',
      recipient: scene.license,
      packages: [{ label: tagOf(21) }, { label: tagOf(22) }],
    });
    await readNow(scene.locationId);
    await until(async () => (await incoming(scene.seller)).length).toBe(1);
    const [delivery] = (await incoming(scene.seller)) as [TransferBody];
    const path = `/api/v1/compliance/transfers/${delivery.id}/accept`;
    const body = (tag: string, accepted: number) => ({
      location_id: scene.locationId,
      lines: [{ package_tag: tag, variant_id: scene.product.variantId, accepted }],
    });
    const accepted = ok(await scene.seller.post<TransferBody>(path, body(tagOf(21), 11)));
    expect(accepted).toMatchObject({
      accepted_tags: [tagOf(21)],
      receipt_id: null,
      notes: [expect.stringContaining('11')],
    });
    const receipt = ok(await scene.seller.get(`/api/v1/goods-receipts/${accepted.goods_receipt_id}`));
    expect(receipt).toMatchObject({
      ...{ transfer_id: delivery.id, units: 11, supplier: { name: 'Sun Farm', license_number: 'SHIPPER-1' } },
      lines: [{ batch_id: 'SF-1', package_tag: tagOf(21), test_status: 'passed' }],
    });
    expect(expectError(await scene.seller.post(path, body(tagOf(21), 11)), 'CONFLICT')).toMatchObject({
      reason: 'already_accepted',
    });
    ok(await scene.seller.post(path, body(tagOf(22), 12)));
    expect((await scene.buyer.get(`/api/v1/compliance/transfers/${delivery.id}`)).status).toBe(404);
  });
});

describe('differences', () => {
  test('are listed, and stay until a member corrects them', async () => {
    const scene = await openStateScene(stage);
    await tagUnits(stage, scene, tagOf(31), 20);
    await tagUnits(stage, scene, tagOf(32), 20);
    const found = metrc.world.packages.get(tagOf(32));
    if (found) found.quantity = 18;
    await connectScene(scene);
    const list = async () =>
      ok(
        await scene.seller.get<{ data: object[]; complete: boolean }>(
          `/api/v1/compliance/packages?difference=true&location_id=${scene.locationId}`,
        ),
      );
    await until(async () => (await list()).complete).toBe(true);
    expect((await list()).data).toMatchObject([
      {
        package_tag: tagOf(32),
        ours: 20,
        theirs: 18,
        unit: 'Each',
        state: 'active',
        difference: true,
        open_jobs: 0,
      },
    ]);
    await adjustLot(
      scene,
      ok(await scene.seller.get<{ data: Array<{ id: string }> }>(`/api/v1/lots?package_tag=${tagOf(32)}`))
        .data[0]?.id ?? '',
      -2,
    );
    expect((await list()).data).toEqual([]);
  });
});
