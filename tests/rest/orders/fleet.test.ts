import { describe, expect, test } from 'vitest';
import { createLot } from '../../factories/lots';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { IS_SHORT } from '../../setup/full';
import { openStage } from '../../setup/stage';

const stage = await openStage();

type Named = { id: string };
const addDriver = async ({ seller }: Trade) =>
  ok(await seller.post<Named>('/api/v1/drivers', { name: 'Dana Reyes', license_number: 'D1234567' }));
const addVehicle = async ({ seller }: Trade) =>
  ok(await seller.post<Named>('/api/v1/vehicles', { make: 'Ford', model: 'Transit', plate: '8ABC123' }));
const ship = ({ seller }: Trade, { id }: OrderBody, fields: object = {}) =>
  seller.patch<OrderBody>(`/api/v1/orders/${id}/status`, { status: 'shipped', ...fields });

describe('drivers and vehicles', () => {
  test.each(['drivers', 'vehicles'] as const)('are added, changed and deleted: %s', async (kind) => {
    const trade = await openTrade(stage);
    const added = kind === 'drivers' ? await addDriver(trade) : await addVehicle(trade);
    const path = `/api/v1/${kind}/${added.id}`;
    expect(added).toMatchObject({ active: true });
    expect(ok(await trade.seller.patch(path, { active: false }))).toMatchObject({ active: false });
    expect(ok(await trade.seller.get<{ data: Named[] }>(`/api/v1/${kind}?active=true`)).data).toEqual([]);
    expect(ok(await trade.seller.get<{ data: Named[] }>(`/api/v1/${kind}`)).data).toMatchObject([
      { id: added.id },
    ]);
    expect((await trade.seller.delete(path)).status).toBe(204);
    expectAbsent(await trade.seller.get(path));
    const actions = await stage.sql`select action from audit_log where object_id = ${added.id} order by id`;
    const type = kind.slice(0, -1);
    expect(actions.map((row) => row.action)).toEqual([
      `${type}.created`,
      `${type}.updated`,
      `${type}.deleted`,
    ]);
  });
});

describe('shipping', () => {
  test('names driver, vehicle and times on the order and its manifest, for both parties', async () => {
    const trade = await openTrade(stage);
    await createLot(trade.seller, trade.stockId, 'A-1', 3, {
      package_tag: 'TAG-1',
      expires_on: '2099-01-01',
    });
    await stage.sql`update product_variants set weight = 3.5, weight_unit = 'g' where id = ${trade.product.variantId}`;
    const order = await placeOrderIn(trade, 'preparing', 5);
    const receiving_hours = 'Mon–Fri 8 AM–4 PM';
    const [shop] = trade.retailer.locationIds;
    ok(await trade.buyer.patch(`/api/v1/entity/locations/${shop}`, { receiving_hours }));
    const [driver, vehicle] = [await addDriver(trade), await addVehicle(trade)];
    const times = { departs_at: '2026-12-01T15:00:00.000Z', arrives_at: '2026-12-01T18:30:00.000Z' };
    const shipped = ok(await ship(trade, order, { driver_id: driver.id, vehicle_id: vehicle.id, ...times }));
    expect(shipped.shipment).toEqual({
      driver: { id: driver.id, name: 'Dana Reyes', license_number: 'D1234567' },
      vehicle: { id: vehicle.id, make: 'Ford', model: 'Transit', plate: '8ABC123' },
      ...times,
      planned_route: null,
    });
    const path = `/api/v1/orders/${order.id}/manifest`;
    const manifest = ok(await trade.seller.get(path));
    expect(ok(await trade.buyer.get(path))).toEqual(manifest);
    const { planned_route: _, ...onManifest } = shipped.shipment ?? {};
    expect(manifest).toMatchObject({
      order_id: order.id,
      ...onManifest,
      shipper: {
        id: trade.wholesaler.id,
        premises: [{ id: trade.wholesaler.locationIds[0], receiving_hours: null }],
      },
      receiver: { id: trade.retailer.id, premises: [{ id: shop, receiving_hours }] },
      lines: [
        { batch_id: 'A-1', package_tag: 'TAG-1', quantity: 3, unit_weight: 3.5, weight_unit: 'g' },
        { batch_id: null, package_tag: null, quantity: 2 },
      ],
    });
  });

  test.skipIf(IS_SHORT)('keeps driver and vehicle as they were when it shipped', async () => {
    const trade = await openTrade(stage);
    const order = await placeOrderIn(trade, 'preparing', 1);
    const [driver, vehicle] = [await addDriver(trade), await addVehicle(trade)];
    const { shipment } = ok(await ship(trade, order, { driver_id: driver.id, vehicle_id: vehicle.id }));
    const manifest = `/api/v1/orders/${order.id}/manifest`;
    const before = ok(await trade.buyer.get(manifest));
    ok(
      await trade.seller.patch(`/api/v1/drivers/${driver.id}`, { name: 'Robin Vale', license_number: 'X9' }),
    );
    ok(await trade.seller.patch(`/api/v1/vehicles/${vehicle.id}`, { plate: '0NEW000' }));
    expect((await trade.seller.delete(`/api/v1/drivers/${driver.id}`)).status).toBe(204);
    expect(ok(await trade.buyer.get(manifest))).toEqual(before);
    expect(ok(await trade.seller.get<OrderBody>(`/api/v1/orders/${order.id}`)).shipment).toEqual(shipment);
  });

  test('needs a driver and a vehicle where the seller requires a manifest (409)', async () => {
    const trade = await openTrade(stage);
    ok(await trade.seller.patch('/api/v1/entity', { settings: { require_manifest: true } }));
    const order = await placeOrderIn(trade, 'preparing', 1);
    const [driver, vehicle] = [await addDriver(trade), await addVehicle(trade)];
    const details = expectError(await ship(trade, order, { driver_id: driver.id }), 'CONFLICT');
    expect(details).toEqual({ reason: 'manifest_required', missing: ['vehicle_id'] });
    ok(await ship(trade, order, { driver_id: driver.id, vehicle_id: vehicle.id }));
  });

  test("rejects another business's driver (404), an inactive one (409) and times in the wrong order (400)", async () => {
    const [trade, foreign] = [await openTrade(stage), await openTrade(stage)];
    const order = await placeOrderIn(trade, 'preparing', 1);
    const driver = await addDriver(trade);
    expectAbsent(await ship(trade, order, { driver_id: (await addDriver(foreign)).id }));
    ok(await trade.seller.patch(`/api/v1/drivers/${driver.id}`, { active: false }));
    expect(expectError(await ship(trade, order, { driver_id: driver.id }), 'CONFLICT').reason).toBe(
      'inactive',
    );
    const times = { departs_at: '2026-12-02T00:00:00Z', arrives_at: '2026-12-01T00:00:00Z' };
    expectInvalid(await ship(trade, order, times), 'arrives_at', 'range_upside_down');
    expectInvalid(
      await ship(trade, order, { status: 'delivered', driver_id: driver.id }),
      'driver_id',
      'conflict',
    );
    ok(await ship(trade, order));
  });
});
