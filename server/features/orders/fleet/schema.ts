import { z } from 'zod';
import { Amount, CalendarDate, Count, Id, Moment, paragraphs, Timestamp, text } from '../../../kernel/params';
import { Address } from '../../entities/schema';
import { Steps, WeightUnit } from '../../products/schema';
import { OrderStatus } from '../shapes/flow.schema';
import { DRIVER, VEHICLE } from './typed.schema';

/** Drivers, or vehicles, of one business. */
export const MAX_FLEET = 500;

export const Active = z.boolean().meta({ description: 'Whether it can be named on a shipment' });
export const DriverNames = {
  id: Id.meta({ description: 'Id of the driver' }),
  name: z.string().meta({ description: 'Full name' }),
  license_number: z.string().meta({ description: "Number of the driver's license" }),
};
export const NewDriver = z
  .strictObject({
    name: text(DRIVER.name.most).meta({ description: 'Full name' }),
    license_number: text(DRIVER.license_number.most).meta({ description: "Number of the driver's license" }),
    phone: text(DRIVER.phone.most).nullish().meta({ description: 'Phone' }),
    employee_id: text(DRIVER.employee_id.most).nullish().meta({
      description: 'Number of the occupational license, as templates of shipments in Metrc name it',
    }),
  })
  .meta({ examples: [{ name: 'Dana Reyes', license_number: 'D1234567', phone: '510-555-0100' }] });

export const DriverPathId = Id.meta({ description: 'Id of the driver' });
export const DriverId = z.strictObject({ id: DriverPathId });

export const VehicleNames = {
  id: Id.meta({ description: 'Id of the vehicle' }),
  make: z.string().meta({ description: 'Make' }),
  model: z.string().meta({ description: 'Model' }),
  plate: z.string().meta({ description: 'License plate' }),
};
/** As an order that shipped keeps them. */
export const ShippedDriver = z.object(DriverNames);
export const ShippedVehicle = z.object(VehicleNames);

export const NewVehicle = z
  .strictObject({
    make: text(VEHICLE.make.most).meta({ description: 'Make' }),
    model: text(VEHICLE.model.most).meta({ description: 'Model' }),
    plate: text(VEHICLE.plate.most).meta({ description: 'License plate' }),
  })
  .meta({ examples: [{ make: 'Ford', model: 'Transit', plate: '8ABC123' }] });

export const VehiclePathId = Id.meta({ description: 'Id of the vehicle' });
export const VehicleId = z.strictObject({ id: VehiclePathId });

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
    departs_at: Timestamp.nullable().meta({
      description: 'Departure; null until it is stated or the order ships',
    }),
    arrives_at: Timestamp.nullable().meta({ description: 'Estimated arrival; null when not stated' }),
    planned_route: z.string().nullable().meta({ description: 'Planned route; null when not stated' }),
  })
  .meta({ id: 'OrderShipment' });

/** Characters of a planned route. */
const LONGEST_ROUTE = 2000;
export const ShipmentChange = z
  .strictObject({
    driver_id: Id.nullable().optional().meta({ description: 'Your driver' }),
    vehicle_id: Id.nullable().optional().meta({ description: 'Your vehicle' }),
    departs_at: Moment.nullable().optional().meta({ description: 'Departure' }),
    arrives_at: Moment.nullable().optional().meta({ description: 'Estimated arrival' }),
    planned_route: paragraphs(LONGEST_ROUTE).nullable().optional().meta({ description: 'Planned route' }),
    driver: z
      .strictObject(ShippedDriver.shape)
      .nullable()
      .optional()
      .meta({ description: 'Only unchanged: `driver_id` changes it' }),
    vehicle: z
      .strictObject(ShippedVehicle.shape)
      .nullable()
      .optional()
      .meta({ description: 'Only unchanged: `vehicle_id` changes it' }),
  })
  .nullable()
  .meta({ description: 'What leaves how, of an order that you prepare or shipped; null clears a part' });
