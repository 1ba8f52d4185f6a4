import { z } from 'zod';
import { Count, Id, listOf, Note, Paging, paragraphs, Timestamp, text } from '../../kernel/params';

export const RECALL_CLASSES = ['I', 'II', 'III'] as const;
const RecallClass = z.enum(RECALL_CLASSES).meta({
  id: 'RecallClass',
  description:
    '`I` when use may cause serious harm or death, `II` when it may cause temporary harm, `III` when harm is unlikely',
});

const Party = z.object({
  id: Id.meta({ description: 'Id of the entity' }),
  name: z.string().meta({ description: 'Name of the entity' }),
});

const Units = Count.max(1_000_000_000, 'must be at most 1000000000');
const Stated = {
  quarantined: Units.meta({ description: 'Units kept in quarantine' }),
  destroyed: Units.meta({ description: 'Units destroyed' }),
  returned: Units.meta({ description: 'Units sent back' }),
  already_sold: Units.meta({ description: 'Units sold before they could be held' }),
};

const HolderParty = Party.extend({
  license_number: z.string().meta({ description: 'License number' }),
  contact: z
    .object({
      email: z.string().meta({ description: 'Email address' }),
      phone: z.string().nullable().meta({ description: 'Phone number' }),
    })
    .meta({ description: 'Whom to ask for a response' }),
});

export const RecallHolder = z
  .object({
    entity: HolderParty.meta({ description: 'The business that holds or has held units' }),
    shipped: Count.meta({ description: 'Units of the recalled batches that it was shipped in orders' }),
    held: Count.meta({ description: 'Units on hand when the recall opened' }),
    on_hand: Count.nullable().meta({
      description: "Units on hand now; null for another business's units once the recall is closed",
    }),
    unknown_units: Count.nullable().meta({
      description:
        'Units of the variants without a lot, batch unknown: check by hand. Null like `on_hand` once closed',
    }),
    quarantined: Count.nullable().meta({ description: 'Units kept in quarantine; null until the response' }),
    destroyed: Count.nullable().meta({ description: 'Units destroyed; null until the response' }),
    returned: Count.nullable().meta({ description: 'Units sent back; null until the response' }),
    already_sold: Count.meta({
      description:
        'Units sold, as stated in the response; until then those that a POS reported sold since the recall opened',
    }),
    notes: z.string().nullable().meta({ description: 'Note of the response' }),
    responded_at: Timestamp.nullable().meta({ description: 'When the business responded; null until then' }),
    responded_by: z
      .string()
      .nullable()
      .meta({ description: 'Name of the member who responded; null until then' }),
  })
  .meta({ id: 'RecallHolder' });
export const RecallHolders = listOf(RecallHolder);

const DerivedBatch = z
  .object({
    batch: Id.meta({ description: 'Id of the batch' }),
    batch_id: z.string().meta({ description: 'Batch number' }),
    product_id: Id.meta({ description: 'Id of its product' }),
    product_name: z.string().meta({ description: 'Name of its product' }),
    confirmed_at: Timestamp.nullable().meta({
      description: 'When the recall was extended to this batch; null while it is only listed',
    }),
  })
  .meta({ id: 'DerivedBatch' });

const EXAMPLE = {
  id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b20',
  batch: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b11',
  batch_id: 'BD-2026-014',
  product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
  product_name: 'Blue Dream',
  entity: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b05', name: 'Front Range Wholesale' },
  class: 'II',
  reason: 'Aspergillus found in a retained sample',
  instructions: 'Quarantine all units and respond within 24 hours.',
};

const RecallCore = {
  id: Id.meta({ description: 'Id of the recall' }),
  batch: Id.meta({ description: 'Id of the recalled batch' }),
  batch_id: z.string().meta({ description: 'Batch number as printed on the certificate' }),
  product_id: Id.meta({ description: 'Id of the product' }),
  product_name: z.string().meta({ description: 'Name of the product' }),
  entity: Party.meta({ description: "The product's owner, who recalls the batch" }),
  class: RecallClass,
  reason: z.string().meta({ description: 'Why the batch is recalled' }),
  instructions: z.string().meta({ description: 'What holders are to do' }),
};

export const Recall = z
  .object({
    ...RecallCore,
    include_derived: z.boolean().meta({ description: 'Whether batches made from it were held at once' }),
    status: z.enum(['open', 'closed']).meta({ id: 'RecallStatus', description: '`open` or `closed`' }),
    closed_at: Timestamp.nullable().meta({ description: 'When the recall closed; null while open' }),
    close_reason: z.string().nullable().meta({
      description: 'Why it was closed; null while open and when every holder had responded',
    }),
    derived: z
      .array(DerivedBatch)
      .meta({ description: 'Batches made from the recalled one; for a holder, those that it can see' }),
    progress: z
      .object({
        holders: Count.meta({ description: 'Businesses that hold or have held units' }),
        responded: Count.meta({ description: 'Those that have responded' }),
      })
      .nullable()
      .meta({ description: "For the product's owner; null for holders" }),
    response: RecallHolder.nullable().meta({
      description: 'Your own units and response; null when you are not a holder',
    }),
    created_at: Timestamp.meta({ description: 'When the recall opened' }),
    updated_at: Timestamp.meta({ description: 'When the recall last changed' }),
  })
  .meta({
    id: 'Recall',
    examples: [
      {
        ...EXAMPLE,
        include_derived: false,
        status: 'open',
        closed_at: null,
        close_reason: null,
        derived: [],
        progress: { holders: 3, responded: 1 },
        response: null,
        created_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
      },
    ],
  });
export const RecallList = listOf(Recall);

/** The most holders that a single recall lists; `GET …/responses` pages through all. */
export const MAX_HOLDERS = 500;
export const RecallDetail = Recall.extend({
  holders: z.array(RecallHolder).meta({
    description: `For the product's owner all holders, those that haven't responded first, at most ${MAX_HOLDERS}; for a holder its own row`,
  }),
}).meta({ id: 'RecallDetail', examples: [{ ...exampleOf(Recall), holders: [] }] });

export const ListRecalls = z.strictObject({
  status: z
    .enum(['open', 'closed'])
    .meta({ description: 'Only recalls that are open, or closed' })
    .optional(),
  batch: Id.meta({ description: 'Only recalls of the batch with this id' }).optional(),
  responded: z
    .boolean()
    .meta({ description: '`false` for recalls that wait for your response, `true` for those that have it' })
    .optional(),
  ...Paging,
});

const BatchPath = Id.meta({ description: 'Id of the batch' });
const PathId = Id.meta({ description: 'Id of the recall' });
export const RecallId = z.strictObject({ id: PathId });
export const ListHolders = z.strictObject({ id: PathId, ...Paging });

export const OpenRecall = z
  .strictObject({
    id: BatchPath,
    class: RecallClass,
    reason: paragraphs(1000).meta({ description: 'Why the batch is recalled' }),
    instructions: text(4000).meta({ description: 'What holders are to do' }),
    include_derived: z
      .boolean()
      .meta({
        description: 'Also holds the batches made from it; otherwise they are listed for confirmation',
      })
      .optional(),
  })
  .meta({
    examples: [
      {
        class: 'II',
        reason: EXAMPLE.reason,
        instructions: EXAMPLE.instructions,
        include_derived: false,
      },
    ],
  });

export const RecallReach = z
  .object({
    customers: Count.meta({ description: 'Businesses to which you shipped units of it' }),
    shipped: Count.meta({ description: 'Units that you shipped to them' }),
    on_hand: Count.meta({ description: 'Units that your business has on hand' }),
    orders: Count.meta({ description: 'Open orders that would lose reserved units' }),
    reserved: Count.meta({ description: 'Units that they have reserved' }),
    derived: Count.meta({ description: 'Batches made from it' }),
  })
  .meta({
    id: 'RecallReach',
    description: "What a recall would reach, by your business's own books",
    examples: [{ customers: 3, shipped: 96, on_hand: 24, orders: 2, reserved: 8, derived: 0 }],
  });
export const ReachOfBatch = z.strictObject({
  id: BatchPath,
  include_derived: z.boolean().meta({ description: 'With the batches made from it' }).optional(),
});

export const ConfirmDerived = z
  .strictObject({
    id: PathId,
    batches: z
      .array(Id)
      .min(1, 'must have at least one entry')
      .max(1000, 'must have at most 1000 entries')
      .meta({ description: 'Ids of listed batches to hold' }),
  })
  .meta({ examples: [{ batches: ['0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b12'] }] });

export const RespondToRecall = z
  .strictObject({ id: PathId, ...Stated, notes: Note.optional() })
  .meta({ examples: [{ quarantined: 18, destroyed: 0, returned: 0, already_sold: 6 }] });

export const CloseRecall = z
  .strictObject({
    id: PathId,
    reason: paragraphs(1000)
      .meta({ description: 'Why; required while a holder has not responded' })
      .optional(),
  })
  .meta({ examples: [{ reason: 'All units are accounted for by phone' }] });

/** What `batch.recalled` carries to each holder. */
export const RecalledData = z
  .object({
    ...RecallCore,
    quantity: Count.meta({ description: 'Units of the batch that your business has on hand' }),
  })
  .meta({
    id: 'BatchRecalledEventData',
    description:
      'The recall and the batch of it that you hold or have held: the recalled one, or one made from it',
    examples: [{ ...EXAMPLE, quantity: 24 }],
  });

function exampleOf(schema: z.ZodType): Record<string, unknown> {
  return schema.meta()?.examples?.[0] as Record<string, unknown>;
}
