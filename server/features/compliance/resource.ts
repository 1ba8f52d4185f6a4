import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listOf } from '../../kernel/params';
import { count, exampleId, flag, id, json, object, oneOf, text, texts, time } from '../../platform/db/fields';
import { resource, type ViewOf } from '../../platform/db/resource';
import {
  DirectionName,
  JobAttempt,
  JobKindName,
  JobProblem,
  JobQuantities,
  JobRequest,
  JobSourceName,
  JobStatusName,
  TransferLine,
} from './schema';
import { complianceJobs, complianceTransfers } from './tables';

const j = alias(complianceJobs, 'j');
const t = alias(complianceTransfers, 't');

/** Reports to the state. */
export const complianceJob = resource(
  j,
  {
    id: id(j.id, 'Id of the job', exampleId('81')),
    connection_id: id(j.connectionId, 'Connection that tells it; null once that was deleted'),
    location_id: id(j.locationId, 'Location that it is about', exampleId('07')),
    kind: oneOf(JobKindName)(j.kind),
    source: object(
      {
        type: oneOf(JobSourceName)(
          j.sourceType,
          'Kind of what it tells: a movement of stock, another job, or an order',
        ),
        id: id(j.sourceId, 'Its id'),
      },
      'What it tells',
    ),
    order_id: id(j.orderId, 'Order of a template; null for packages'),
    subject: text(j.subject, 'Tag of the package, or number of the order', '1A4000000000000000000001'),
    sequence: count(sql`j.position`, 'Those of one subject are reported in this order', 1),
    status: oneOf(JobStatusName)(j.status),
    reason: json(
      sql`j.problems -> 0`,
      JobProblem.nullable().meta({ description: 'The first of `problems`; null without any' }),
      null,
    ),
    problems: json(
      sql`j.problems`,
      z.array(JobProblem).meta({ description: 'What stands against sending it, by field' }),
      [],
    ),
    request: json(
      sql`j.request`,
      JobRequest.nullable().meta({ description: 'What is sent, exactly; null while data are missing' }),
      null,
    ),
    quantities: json(sql`j.quantities`, JobQuantities.nullable(), null),
    attempts: json(
      sql`j.attempts`,
      z.array(JobAttempt).meta({ description: 'What was tried, the latest last; at most 50' }),
      [],
    ),
    next_attempt_at: time(j.nextAttemptAt, 'When it is sent or looked up next; null without a time'),
    sent_at: time(j.sentAt, 'When it was last sent; null before'),
    remote_id: text(j.remoteId, 'Id that Metrc gave; null without one'),
    warnings: json(sql`j.warnings`, z.array(z.string()).meta({ description: 'Warnings of Metrc' }), []),
    reviewed_by: json(
      sql`case when j.reviewer_name is not null then json_build_object('id', j.reviewer_id, 'name', j.reviewer_name) end`,
      z
        .object({
          id: z.string().nullable().meta({ description: 'Id of the user' }),
          name: z.string().meta({ description: 'Name of the user at that time' }),
        })
        .nullable()
        .meta({ description: 'Who approved, skipped or resolved it; null without anyone' }),
      null,
    ),
    created_at: time(j.createdAt, 'When it arose'),
    updated_at: time(j.updatedAt, 'When it last changed'),
  },
  { id: 'ComplianceJob', description: 'A report to the state, its exact body and what became of it' },
);
export const ComplianceJob = complianceJob.schema;
export const ComplianceJobList = listOf(ComplianceJob);
export type ComplianceJobView = ViewOf<typeof complianceJob>;

/** A delivery that the state knows of. */
export const complianceTransfer = resource(
  t,
  {
    id: id(t.id, 'Id of the transfer', exampleId('82')),
    location_id: id(t.locationId, 'Location that it is to or from', exampleId('07')),
    direction: oneOf(DirectionName)(t.direction),
    transfer_id: text(t.remoteId, 'Id of the transfer in Metrc', '4711'),
    delivery_id: text(t.deliveryId, 'Id of the delivery in Metrc', '4712'),
    manifest_number: text(t.manifestNumber, 'Number of the manifest; null without one', '0000004711'),
    shipper: object(
      {
        name: text(t.shipperName, 'Name; null where it isn’t said'),
        license_number: text(t.shipperLicense, 'License; null where it isn’t said'),
      },
      'Who ships it',
    ),
    recipient: object(
      {
        name: text(t.recipientName, 'Name; null where it isn’t said'),
        license_number: text(t.recipientLicense, 'License; null where it isn’t said'),
      },
      'Who receives it',
    ),
    type: text(t.typeName, 'Type of the transfer in Metrc; null where it isn’t said'),
    departs_at: text(t.departsAt, 'Estimated departure, as Metrc says it; null without one'),
    arrives_at: text(t.arrivesAt, 'Estimated arrival, likewise'),
    received_at: text(t.receivedAt, 'When it was received in Metrc; null before'),
    voided: flag(t.voided, 'Whether it was voided in Metrc'),
    packages: json(sql`t.packages`, z.array(TransferLine).meta({ description: 'Its packages' }), []),
    accepted_tags: texts(t.acceptedTags, 'Tags of the packages that were accepted here'),
    order_id: id(t.orderId, 'Your order that it brings or ships; null without one'),
    receipt_id: id(t.receiptId, 'Receipt of that order; null before'),
    goods_receipt_id: id(t.goodsReceiptId, 'Goods receipt that it was accepted as; null before'),
    accepted_at: time(t.acceptedAt, 'When it was accepted here; null before'),
    notes: json(sql`t.notes`, z.array(z.string()).meta({ description: 'What differs from Metrc' }), []),
    created_at: time(t.createdAt, 'When it was first read'),
    updated_at: time(t.updatedAt, 'When it last changed here'),
  },
  { id: 'ComplianceTransfer', description: 'A delivery that the state knows of' },
);
export const ComplianceTransfer = complianceTransfer.schema;
export const ComplianceTransferList = listOf(ComplianceTransfer);
export type ComplianceTransferView = ViewOf<typeof complianceTransfer>;
