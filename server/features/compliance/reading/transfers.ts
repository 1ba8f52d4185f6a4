import { sql } from 'drizzle-orm';
import { existing } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import { deliveryIn, type Row, type SeenShipment, shipmentIn, shippedIn } from '../metrc/shapes';
import { inUnit } from '../sending/context';
import type { TransferPackage } from '../tables';
import { readTransfersById } from '../transfers/queries.sql';
import { TRANSFER_UPDATED } from '../words';
import { type Reading, readAll, readChanges } from './lists';
import { lockAndKeepDelivery, orderOfTags, orderOfTemplate, type SeenDelivery } from './transfers.sql';

type Direction = SeenDelivery['direction'];

/** Reads transfers that changed, with their deliveries and packages. @returns whether the list has reached the present */
export const readTransfers = (reading: Reading, direction: Direction): Promise<boolean> =>
  readChanges(reading, `transfers.${direction}`, `/transfers/v2/${direction}`, async (rows) => {
    for (const row of rows) await readTransfer(reading, direction, row);
  });

async function readTransfer(reading: Reading, direction: Direction, row: Row): Promise<void> {
  const { ctx, site } = reading;
  const transfer = shipmentIn(row);
  if (transfer.id === null) return;
  const listed = await readAll(reading, `/transfers/v2/${encodeURIComponent(transfer.id)}/deliveries`);
  const deliveries = listed
    .map(deliveryIn)
    .filter(
      ({ recipientLicense }) =>
        direction === 'outgoing' || !recipientLicense || recipientLicense === site.license,
    );
  for (const delivery of deliveries) {
    if (delivery.id === null) continue;
    const path = `/transfers/v2/deliveries/${encodeURIComponent(delivery.id)}/packages`;
    const packages = (await readAll(reading, path)).flatMap((one) => shippedIn(one) ?? []);
    const seen = seenOf(direction, transfer, delivery, packages);
    const orderId = direction === 'outgoing' ? await orderOf(reading, seen) : null;
    await inUnit(ctx.db, async (unit) => {
      const kept = { ...seen, orderId };
      const [changed] = await lockAndKeepDelivery(unit.db, newId(), site.locationId, site.entityId, kept);
      if (!changed) return;
      const view = await existing(readTransfersById(unit.db, sql`t.id = ${changed.id}`));
      unit.emit(TRANSFER_UPDATED, site.entityId, view);
    });
  }
}

function seenOf(
  direction: Direction,
  transfer: SeenShipment,
  delivery: SeenShipment,
  packages: TransferPackage[],
): SeenDelivery {
  return {
    direction,
    transferId: transfer.id ?? '',
    deliveryId: delivery.id ?? '',
    templateId: transfer.templateId,
    manifestNumber: transfer.manifestNumber ?? delivery.manifestNumber,
    shipperName: transfer.shipperName,
    shipperLicense: transfer.shipperLicense,
    recipientName: delivery.recipientName ?? transfer.recipientName,
    recipientLicense: delivery.recipientLicense ?? transfer.recipientLicense,
    typeName: delivery.typeName ?? transfer.typeName,
    departsAt: delivery.departsAt ?? transfer.departsAt,
    arrivesAt: delivery.arrivesAt ?? transfer.arrivesAt,
    receivedAt: delivery.receivedAt,
    voided: transfer.voided,
    modified: transfer.modified,
    packages,
    orderId: null,
  };
}

/** Our order that left: by its template, else by equal tags. */
async function orderOf(
  { ctx, site }: Reading,
  { templateId, packages }: SeenDelivery,
): Promise<string | null> {
  const [byTemplate] = templateId === null ? [] : await orderOfTemplate(ctx.db, site.id, templateId);
  if (byTemplate) return byTemplate.order_id;
  if (packages.length === 0) return null;
  const [byTags] = await orderOfTags(
    ctx.db,
    site.entityId,
    packages.map(({ package_tag }) => package_tag),
  );
  return byTags?.order_id ?? null;
}
