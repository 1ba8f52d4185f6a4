import { z } from 'zod';
import {
  Amount,
  CalendarDate,
  Count,
  Id,
  listOf,
  Paging,
  Timestamp,
  text,
  unchanged,
} from '../../../kernel/params';
import { Address } from '../../entities/schema';
import { Steps, WeightUnit } from '../../products/schema';
import { OrderStatus } from '../shapes/flow.schema';

/** Drivers, or vehicles, of one business. */
export const MAX_FLEET = 500;

const Active = z.boolean().meta({ description: 'Whether it can be named on a shipment' });
const Since = {
  created_at: Timestamp.meta({ description: 'When it was added' }),
  updated_at: Timestamp.meta({ description: 'When it last changed' }),
};
/** Fields that a PATCH accepts only unchanged (decision 34). */
export const FLEET_READ_ONLY = ['created_at', 'updated_at'] as const;

export const DriverNames = {
  id: Id.meta({ description: 'Id of the driver' }),
  name: z.string().meta({ description: 'Full name' }),
  license_number: z.string().meta({ description: "Number of the driver's license" }),
};
export const Driver = z
  .object({
    ...DriverNames,
    phone: z.string().nullable().meta({ description: 'Phone; null when unknown' }),
    active: Active,
    ...Since,
  })
  .meta({ id: 'Driver', description: 'A driver of your deliveries' });
export const DriverList = listOf(Driver);

const driverName = text(200).meta({ description: 'Full name' });
const driverLicense = text(100).meta({ description: "Number of the driver's license" });
export const NewDriver = z
  .strictObject({
    name: driverName,
    license_number: driverLicense,
    phone: text(50).nullish().meta({ description: 'Phone' }),
  })
  .meta({ examples: [{ name: 'Dana Reyes', license_number: 'D1234567', phone: '510-555-0100' }] });

const DriverPathId = Id.meta({ description: 'Id of the driver' });
export const DriverId = z.strictObject({ id: DriverPathId });
export const UpdateDriver = z
  .strictObject({
    id: DriverPathId,
    name: driverName.optional(),
    license_number: driverLicense.optional(),
    phone: text(50).nullish().meta({ description: 'Phone; null clears it' }),
    active: Active.optional(),
    ...unchanged(FLEET_READ_ONLY),
  })
  .meta({ examples: [{ phone: '510-555-0101' }] });

export const VehicleNames = {
  id: Id.meta({ description: 'Id of the vehicle' }),
  make: z.string().meta({ description: 'Make' }),
  model: z.string().meta({ description: 'Model' }),
  plate: z.string().meta({ description: 'License plate' }),
};
/** As an order that shipped keeps them. */
export const ShippedDriver = z.object(DriverNames);
export const ShippedVehicle = z.object(VehicleNames);

export const Vehicle = z
  .object({ ...VehicleNames, active: Active, ...Since })
  .meta({ id: 'Vehicle', description: 'A vehicle of your deliveries' });
export const VehicleList = listOf(Vehicle);

const make = text(100).meta({ description: 'Make' });
const model = text(100).meta({ description: 'Model' });
const plate = text(20).meta({ description: 'License plate' });
export const NewVehicle = z
  .strictObject({ make, model, plate })
  .meta({ examples: [{ make: 'Ford', model: 'Transit', plate: '8ABC123' }] });

const VehiclePathId = Id.meta({ description: 'Id of the vehicle' });
export const VehicleId = z.strictObject({ id: VehiclePathId });
export const UpdateVehicle = z
  .strictObject({
    id: VehiclePathId,
    make: make.optional(),
    model: model.optional(),
    plate: plate.optional(),
    active: Active.optional(),
    ...unchanged(FLEET_READ_ONLY),
  })
  .meta({ examples: [{ active: false }] });

export const ListFleet = z.strictObject({
  active: z.boolean().meta({ description: 'Only those that can be named, or that no longer can' }).optional(),
  ...Paging,
});

const Premises = z.object({
  id: Id.meta({ description: 'Id of the location' }),
  name: z.string().meta({ description: 'Name of the location' }),
  license_number: z
    .string()
    .meta({ description: "License of the premises, or the business's where it has none" }),
  address: Address.meta({ description: 'Address of the premises' }),
  receiving_hours: z
    .string()
    .nullable()
    .meta({ description: 'When deliveries are accepted, such as `Mon–Fri 8 AM–4 PM`; null when unknown' }),
});
const ManifestParty = z.object({
  id: Id.meta({ description: 'Id of the entity' }),
  name: z.string().meta({ description: 'Name that others see' }),
  legal_name: z.string().meta({ description: 'Legal name' }),
  license_number: z.string().meta({ description: 'License number of the business' }),
  phone: z.string().nullable().meta({ description: 'Contact phone; null when unknown' }),
  premises: z.array(Premises).meta({ description: 'Where the goods leave, or arrive' }),
});

export const Manifest = z
  .object({
    order_id: Id.meta({ description: 'Id of the order' }),
    order_number: z.string().meta({ description: 'Number of the order' }),
    status: OrderStatus,
    shipper: ManifestParty.meta({ description: 'The seller, with the premises that the goods leave' }),
    receiver: ManifestParty.meta({ description: 'The retailer, with the premises that receive the goods' }),
    driver: ShippedDriver.nullable().meta({ description: 'Who drives; null when not named' }),
    vehicle: ShippedVehicle.nullable().meta({ description: 'With what; null when not named' }),
    departs_at: Timestamp.nullable().meta({
      description: 'Departure: as stated, else when the order shipped; null until then',
    }),
    arrives_at: Timestamp.nullable().meta({ description: 'Estimated arrival; null when not stated' }),
    lines: z
      .array(
        z.object({
          item_id: Id.meta({ description: 'Id of the line of the order' }),
          product_name: z.string().meta({ description: 'Name of the product' }),
          sku: z.string().meta({ description: 'SKU of the variant' }),
          location_id: Id.meta({ description: 'Premises that the units leave' }),
          batch_id: z.string().nullable().meta({ description: 'Printed batch number; null without a lot' }),
          package_tag: z.string().nullable().meta({ description: 'Tag of the package; null without one' }),
          expires_on: CalendarDate.nullable().meta({
            description: 'Day on which the batch expires; null when unknown',
          }),
          quantity: Count.meta({ description: 'Units' }),
          amount: Amount,
          ...Steps,
          unit_weight: z.number().nullable().meta({
            description:
              'Weight of one unit, in `weight_unit`: the step of goods by weight; null when unknown',
          }),
          weight_unit: WeightUnit.nullable(),
        }),
      )
      .meta({ description: 'Units by line, premises and lot' }),
  })
  .meta({ id: 'Manifest', description: 'What a shipping manifest states' });

/** Driver, vehicle and times of an order that shipped with them. */
export const Shipment = z
  .object({
    driver: ShippedDriver.nullable().meta({ description: 'Who drives; null when not named' }),
    vehicle: ShippedVehicle.nullable().meta({ description: 'With what; null when not named' }),
    departs_at: Timestamp.meta({ description: 'Departure' }),
    arrives_at: Timestamp.nullable().meta({ description: 'Estimated arrival; null when not stated' }),
  })
  .meta({ id: 'OrderShipment' });
