import { type Answer, pageOf, refusedFor } from './answer';
import { type Destination, type Shipment, type Shipped, TYPES, type World } from './world';

export type Direction = 'incoming' | 'outgoing' | 'rejected';

const isRecipient = (one: Shipment, license: string) =>
  one.destinations.some(({ recipient }) => recipient === license);
const isRejected = (one: Shipment) =>
  one.destinations.some(({ packages }) => packages.some(({ state }) => state === 'Rejected'));

export function transfersIn(world: World, license: string, way: Direction, query: URLSearchParams): Answer {
  const rows = [...world.transfers.values()].filter((one) =>
    way === 'incoming'
      ? isRecipient(one, license)
      : one.shipper === license && (way === 'outgoing' || isRejected(one)),
  );
  return pageOf(rows, query, (one) => shownShipment(world, one, way === 'incoming' ? license : null));
}

export function templatesIn(world: World, license: string, query: URLSearchParams): Answer {
  const rows = [...world.templates.values()].filter(({ shipper }) => shipper === license);
  return pageOf(rows, query, (one) => shownShipment(world, one, null));
}

/** Deliveries of a transfer or a template; without a license, as the published contract has it. */
export function deliveriesOf(world: World, id: number, templates: boolean, query: URLSearchParams): Answer {
  const found = (templates ? world.templates : world.transfers).get(id);
  if (!found) return refusedFor('No Transfer found.', 404);
  const rows = found.destinations.map((one, index) => ({ one, number: index + 1 }));
  return pageOf(rows, withoutWindow(query), ({ one, number }) => shownDelivery(world, found, one, number));
}

export function deliveryPackages(
  world: World,
  id: number,
  templates: boolean,
  query: URLSearchParams,
): Answer {
  for (const shipment of (templates ? world.templates : world.transfers).values()) {
    const found = shipment.destinations.find(({ deliveryId }) => deliveryId === id);
    if (found)
      return pageOf(
        found.packages.map((one) => ({ one })),
        withoutWindow(query),
        ({ one }) => shownShipped(world, one),
      );
  }
  return refusedFor('No Delivery found.', 404);
}

function withoutWindow(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('lastModifiedStart');
  rest.delete('lastModifiedEnd');
  return rest;
}

/** @param only license whose delivery alone is shown, as of an incoming transfer */
function shownShipment(world: World, one: Shipment, only: string | null): object {
  const destinations = one.destinations.filter(({ recipient }) => only === null || recipient === only);
  const [first] = destinations;
  const packages = destinations.flatMap((destination) => destination.packages);
  return {
    Id: one.id,
    ManifestNumber: one.manifest,
    OriginatingTemplateId: one.templateId,
    Name: one.name,
    ShipmentLicenseType: 0,
    ShipperFacilityLicenseNumber: one.shipper,
    ShipperFacilityName: world.facilities.get(one.shipper)?.name ?? '',
    DeliveryId: first?.deliveryId ?? 0,
    RecipientFacilityLicenseNumber: first?.recipient ?? null,
    RecipientFacilityName: world.facilities.get(first?.recipient ?? '')?.name ?? null,
    ShipmentTypeName: first?.typeName ?? null,
    ShipmentTransactionType: transactionOf(first),
    EstimatedDepartureDateTime: first?.departsAt ?? null,
    EstimatedArrivalDateTime: first?.arrivesAt ?? null,
    ReceivedDateTime: first?.receivedAt ?? null,
    DeliveryCount: destinations.length,
    ReceivedDeliveryCount: destinations.filter(({ receivedAt }) => receivedAt !== null).length,
    PackageCount: packages.length,
    ReceivedPackageCount: packages.filter(({ received }) => received !== null).length,
    IsVoided: false,
    CreatedDateTime: one.createdAt,
    LastModified: new Date(one.modified).toISOString(),
  };
}

const transactionOf = (one: Destination | undefined) =>
  TYPES.find(({ Name }) => Name === one?.typeName)?.TransactionType ?? null;

function shownDelivery(world: World, shipment: Shipment, one: Destination, number: number): object {
  return {
    Id: one.deliveryId,
    DeliveryNumber: number,
    ManifestNumber: shipment.manifest,
    RecipientFacilityLicenseNumber: one.recipient,
    RecipientFacilityName: world.facilities.get(one.recipient)?.name ?? '',
    ShipmentTypeName: one.typeName,
    ShipmentTransactionType: transactionOf(one),
    EstimatedDepartureDateTime: one.departsAt,
    EstimatedArrivalDateTime: one.arrivesAt,
    PlannedRoute: one.plannedRoute,
    DeliveryPackageCount: one.packages.length,
    DeliveryReceivedPackageCount: one.packages.filter(({ received }) => received !== null).length,
    ReceivedDateTime: one.receivedAt,
    RejectedPackagesReturned: false,
  };
}

function shownShipped(world: World, one: Shipped): object {
  const found = world.packages.get(one.label);
  return {
    PackageId: found?.id ?? 0,
    PackageLabel: one.label,
    PackageType: 'Product',
    ItemId: found?.id ?? 0,
    ItemName: found?.item ?? '',
    ItemCategoryName: found?.category ?? '',
    LabTestingState: found?.labState ?? 'NotSubmitted',
    ProductionBatchNumber: found?.batch ?? null,
    ExpirationDate: found?.expiresOn ?? null,
    SellByDate: null,
    UseByDate: found?.useBy ?? null,
    ShipmentPackageState: one.state,
    ShippedQuantity: one.shipped,
    ShippedUnitOfMeasureName: found?.unit ?? 'Each',
    ReceivedQuantity: one.received,
    ReceivedUnitOfMeasureName: one.received === null ? null : (found?.unit ?? 'Each'),
    ShipperWholesalePrice: one.wholesalePrice,
  };
}
