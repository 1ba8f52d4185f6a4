import type { drivers, vehicles } from '../../features/orders/fleet/tables';
import type { orders } from '../../features/orders/tables';
import type { Business } from './businesses';
import type { Order } from './history/order';
import { DAY, HOUR, idAt } from './identity';
import type { DemoKey } from './people';
import { Random } from './random';

type Driver = typeof drivers.$inferInsert & { id: string };
type Vehicle = typeof vehicles.$inferInsert & { id: string };
type Shipment = Pick<
  typeof orders.$inferInsert,
  'driverId' | 'vehicleId' | 'driver' | 'vehicle' | 'departedAt' | 'estimatedArrival'
>;

interface Fleet {
  drivers: ReadonlyArray<readonly [name: string, license: string, phone: string]>;
  vehicles: ReadonlyArray<readonly [make: string, model: string, plate: string]>;
}

const FLEETS: Partial<Record<DemoKey, Fleet>> = {
  wholesaler: {
    drivers: [
      ['Dana Reyes', 'D1284567', '(510) 555-0201'],
      ['Miguel Santos', 'D2249813', '(510) 555-0202'],
      ['Aisha Grant', 'D3307725', '(510) 555-0203'],
    ],
    vehicles: [
      ['Ford', 'Transit 250', '8XKT214'],
      ['Mercedes-Benz', 'Sprinter 2500', '8XRW770'],
    ],
  },
  wholesaler2: {
    drivers: [['Luis Ortega', 'D4418820', '(559) 555-0204']],
    vehicles: [['Ram', 'ProMaster 1500', '7VHN553']],
  },
  wholesaler3: {
    drivers: [['Petra Novak', 'D5520931', '(707) 555-0205']],
    vehicles: [['Ford', 'E-Transit', '9BCD118']],
  },
};
const ADDED_DAYS_AGO = 200;
const ON_THE_ROAD_HOURS = [2, 5] as const;
const NO_SHIPMENT: Shipment = {
  ...{ driverId: null, vehicleId: null, driver: null, vehicle: null },
  ...{ departedAt: null, estimatedArrival: null },
};

/** Who drives the deliveries of the demo's distributors, and with what. */
export class Fleets {
  readonly drivers: Driver[] = [];
  readonly vehicles: Vehicle[] = [];

  constructor(businesses: Record<DemoKey, Business>, now: number) {
    const at = now - ADDED_DAYS_AGO * DAY;
    for (const { key, entity } of Object.values(businesses)) {
      const fleet = FLEETS[key as DemoKey];
      const row = () => ({
        id: idAt(at),
        entityId: entity.id,
        createdAt: new Date(at),
        updatedAt: new Date(at),
      });
      for (const [name, licenseNumber, phone] of fleet?.drivers ?? []) {
        this.drivers.push({ ...row(), name, licenseNumber, phone, active: true });
      }
      for (const [make, model, plate] of fleet?.vehicles ?? []) {
        this.vehicles.push({ ...row(), make, model, plate, active: true });
      }
    }
  }

  /** What an order that has shipped says of its shipment, as it was then. */
  shipmentOf({ row, wholesaler, shippedAt }: Order): Shipment {
    const own = ({ entityId }: { entityId: string }) => entityId === wholesaler.entity.id;
    const [mayDrive, mayBeDriven] = [this.drivers.filter(own), this.vehicles.filter(own)];
    if (shippedAt === undefined || mayDrive.length === 0) return NO_SHIPMENT;
    const random = new Random('shipment', wholesaler.key, row.poNumber ?? row.deliveryDate ?? '');
    const [driver, vehicle] = [random.pick(mayDrive), random.pick(mayBeDriven)];
    const { name, licenseNumber: license_number } = driver;
    const { make, model, plate } = vehicle;
    return {
      ...{ driverId: driver.id, vehicleId: vehicle.id },
      driver: { id: driver.id, name, license_number },
      vehicle: { id: vehicle.id, make, model, plate },
      departedAt: new Date(shippedAt),
      estimatedArrival: new Date(shippedAt + random.int(...ON_THE_ROAD_HOURS) * HOUR),
    };
  }
}
