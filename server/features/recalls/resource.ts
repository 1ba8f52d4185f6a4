import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { Count, Id, walkOf } from '../../kernel/params';
import {
  count,
  exampleId,
  exampleOf,
  flag,
  id,
  json,
  object,
  oneOf,
  shapeOf,
  text,
  time,
} from '../../platform/db/fields';
import { iso } from '../../platform/db/listing';
import { resource, type ViewOf } from '../../platform/db/resource';
import { party, SELLER } from '../entities/resource';
import { lotNames } from '../lots/resource';
import { batches, batchReach } from '../lots/tables';
import { alikeSteps, soldAlike } from '../products/resource';
import { amountAlikeOf } from '../products/schema';
import { products } from '../products/tables';
import { batchesOf, variantsIn } from './batches.sql';
import { DerivedBatch, RECALL_ROLES, RecallClass, RecallHolder, RecallStatus } from './schema';
import { recallBatches, recallContactMails, recallResponses, recalls } from './tables';

const r = alias(recalls, 'r');
const b = alias(batches, 'b');

/** SQL: whether the viewer `me` recalls the batch. */
const MINE = sql`r.entity_id = me.id`;

/** SQL: the batches made from the recalled one: the recaller sees those of its products, others what they may read. */
const DERIVED = sql`coalesce((select json_agg(json_build_object('batch', b.id, 'batch_id', b.batch_id,
    'product_id', b.product_id, 'product_name', y.name, 'yours', x.entity_id = me.id,
    'confirmed_at', ${iso(sql`x.confirmed_at`)},
    'recall_id', case when x.entity_id = me.id then b.recall_id end) order by b.created_at, b.id)
  from ${recallBatches} x join ${batches} b on b.id = x.batch_id join ${products} y on y.id = b.product_id
  where x.recall_id = r.id and (x.entity_id = me.id or not ${MINE} and exists (
    select from ${batchReach} z where z.entity_id = me.id and z.batch_id = b.id))), '[]')`;

/** SQL: others' batches that were made from the recalled one, by number alone. */
const ELSEWHERE = sql`(select json_build_object('batches', count(*), 'businesses', count(distinct x.entity_id),
    'recalled', count(*) filter (where y.recall_id is not null))
  from ${recallBatches} x join ${batches} y on y.id = x.batch_id where x.recall_id = r.id and x.entity_id <> r.entity_id)`;

/**
 * SQL: batches of the product whose number has the same letters and digits, for a check by hand: those that the viewer may
 * read, and for the recaller the numbers that holders typed.
 */
const LOOSE_MATCHES = sql`coalesce((select json_agg(distinct jsonb_build_object(
    'batch', case when z.batch_id is not null then o.id end, 'batch_id', o.batch_id))
  from ${batches} o left join ${batchReach} z on z.entity_id = me.id and z.batch_id = o.id
  where o.product_id = b.product_id and o.loose_key = b.loose_key and o.number_key <> b.number_key
    and (z.batch_id is not null or ${MINE})), '[]')`;

const core = {
  id: id(r.id, 'Id of the recall', exampleId('20')),
  batch: id(r.batchId, 'Id of the recalled batch', exampleId('11')),
  batch_id: lotNames.batch_id,
  product_id: id(b.productId, 'Id of the product', exampleId('03')),
  product_name: text(sql`p.name`, 'Name of the product', 'Blue Dream'),
  entity: party(r.entityId, "The product's owner, who recalls the batch", SELLER, 'Name of the entity'),
  class: oneOf(RecallClass)(r.class, undefined, 'II'),
  reason: text(r.reason, 'Why the batch is recalled', 'Aspergillus found in a retained sample'),
  instructions: text(
    r.instructions,
    'What holders are to do',
    'Quarantine all units and respond within 24 hours.',
  ),
  respond_by: time(r.respondBy, 'When responses are due; null without a time'),
  ...alikeSteps,
};

export const recall = resource(
  r,
  {
    ...core,
    include_derived: flag(r.includeDerived, 'Whether batches made from it were held at once'),
    status: oneOf(RecallStatus)(sql`case when r.closed_at is null then 'open' else 'closed' end`),
    closed_at: time(r.closedAt, 'When the recall closed; null while open'),
    close_reason: text(
      r.closeReason,
      'Why it was closed; null while open and when every holder had responded',
    ),
    derived: json(
      DERIVED,
      z.array(DerivedBatch).meta({
        description:
          'Batches of your products made from the recalled one; for a holder also others that it can see',
      }),
      [],
    ),
    derived_elsewhere: json(
      sql`case when ${MINE} then ${ELSEWHERE} end`,
      z
        .object({
          batches: Count.meta({ description: "Batches of other businesses' products" }),
          businesses: Count.meta({ description: 'The businesses that own those products' }),
          recalled: Count.meta({ description: 'Batches that their owners have recalled' }),
        })
        .nullable()
        .meta({
          description:
            "For the product's owner: what others made from the batch. Each of them is notified and recalls its own; null for holders",
        }),
      { batches: 0, businesses: 0, recalled: 0 },
    ),
    loose_matches: json(
      LOOSE_MATCHES,
      z
        .array(
          z.object({
            batch: Id.nullable().meta({
              description: 'Id of the batch; null for one that only its holder sees',
            }),
            batch_id: z.string().meta({ description: 'Batch number as typed' }),
          }),
        )
        .meta({
          description:
            'Other batches of the product whose numbers have the same letters and digits: check them by hand',
        }),
      [],
    ),
    mails_waiting: count.orNull(
      sql`case when ${MINE} then (select count(*) from ${recallContactMails} m
        where m.recall_id = r.id and m.queued_at is null) end`,
      "For the product's owner: emails to contacts of customers who aren't on board that wait until its license is verified, twenty more each day; null for holders",
      0,
    ),
    progress: object(
      {
        holders: count(sql`h.holders`, 'Businesses that hold or have held units', 3),
        responded: count(sql`h.responded`, 'Those that have responded', 1),
      },
      "For the product's owner; null for holders",
      MINE,
    ),
    checks: object(
      {
        businesses: count(sql`h.unassigned`, 'Businesses that have the variant only in units without a lot'),
        checked: count(sql`h.checked`, 'Those that have checked them'),
      },
      "For the product's owner; null for holders",
      MINE,
    ),
    /** Read with the accounts of holders, which takes a statement of its own. */
    response: json(
      sql`null`,
      RecallHolder.nullable().meta({
        description: 'Your own units and response; null when you are not a holder',
      }),
      null,
    ),
    created_at: time(r.createdAt, 'When the recall opened'),
    updated_at: time(r.updatedAt, 'When the recall last changed'),
  },
  {
    joins: ({ entity }: Pick<Actor, 'entity'>) => sql`cross join (select ${entity.id}::uuid as id) me
      join ${batches} b on b.id = r.batch_id join ${products} p on p.id = b.product_id
      cross join lateral ${soldAlike(variantsIn(batchesOf(sql`r.id`)))} v cross join lateral (
        select count(*) filter (where not x.unassigned)::int as holders,
          count(*) filter (where not x.unassigned and x.responded_at is not null)::int as responded,
          count(*) filter (where x.unassigned)::int as unassigned,
          count(*) filter (where x.unassigned and x.responded_at is not null)::int as checked
        from ${recallResponses} x where x.recall_id = r.id
      ) h`,
    id: 'Recall',
  },
);
export const Recall = recall.schema;
export type RecallView = ViewOf<typeof recall>;
export const RecallList = walkOf(Recall);

/** The most holders that a single recall lists; `GET …/responses` pages through all. */
export const MAX_HOLDERS = 500;
export const RecallDetail = Recall.extend({
  holders: z.array(RecallHolder).meta({
    description: `For the product's owner its own buyers and other holders, those that haven't responded first, at most ${MAX_HOLDERS}; for a holder its own row and those of its customers that aren't on board. Businesses that a reseller supplied are in that reseller's row`,
  }),
}).meta({ id: 'RecallDetail', examples: [{ ...exampleOf(recall.fields), holders: [] }] });

/** What `batch.recalled` carries to each holder. */
export const RecalledData = z
  .object({
    ...shapeOf(core),
    role: z.enum(RECALL_ROLES).meta({
      description:
        '`holder` of units of the batch, now or before; `check` for units of the variant without a lot; `made_from` for the owner of a batch that was made from the recalled one',
    }),
    quantity: Count.meta({ description: 'Units of the batch that your business has on hand' }),
    amount: amountAlikeOf('quantity'),
  })
  .meta({
    id: 'BatchRecalledEventData',
    description: 'The recall and the batch that concerns you: the recalled one, or one made from it',
    examples: [{ ...exampleOf(core), role: 'holder', quantity: 24, amount: 24 }],
  });
