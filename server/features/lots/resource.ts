import { alias } from 'drizzle-orm/pg-core';
import { day, exampleId, id, text } from '../../platform/db/fields';
import { batches, lots } from './tables';

const l = alias(lots, 'l');
const b = alias(batches, 'b');

/** How a lot is named, wherever it is: from `l`, the lot, and `b`, its batch. */
export const lotNames = {
  lot_id: id(l.id, 'Id of the lot', exampleId('10')),
  batch_id: text(b.batchId, 'Batch number as printed on the certificate', 'BD-2026-014'),
  package_tag: text(l.packageTag, 'Tag of the package; null without one'),
  expires_on: day(b.expiresOn, 'Day on which the batch expires; null when unknown', '2026-11-30'),
};
