import { z } from 'zod';
import { Count, Id, listOf, Note, Paging, paragraphs, Timestamp, wholeNumber } from '../../kernel/params';
import { rule } from '../../kernel/rules';
import { StepsAlike } from '../products/schema';

export const RECALL_CLASSES = ['I', 'II', 'III'] as const;
export const RecallClass = z.enum(RECALL_CLASSES).meta({
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

const STATED_FIELDS = ['quarantined', 'destroyed', 'returned', 'already_sold'] as const;

const HolderParty = Party.extend({
  license_number: z.string().meta({ description: 'License number' }),
  contact: z
    .object({
      email: z.string().nullable().meta({ description: 'Email address; null when it is not known' }),
      phone: z.string().nullable().meta({ description: 'Phone number' }),
    })
    .meta({ description: 'Whom to ask for a response' }),
});

const place = (description: string) => Count.meta({ description });

export const RecallAccounting = z
  .object({
    on_hand: place('Units on hand that no order has reserved'),
    reserved: place('Units on hand that orders have reserved'),
    in_transit: place('Units shipped and not received yet'),
    not_arrived: place('Units shipped that were short on arrival'),
    returning: place('Units sent back that their seller has not counted yet'),
    returned: place('Units that went back: as the seller counted them, and as stated in the response'),
    destroyed: place('Units destroyed, as stated in the response or found when they came back'),
    sold: place('Units sold: by POS, by hand, or as stated in the response'),
    consumed: place('Units made into other lots'),
    passed_on: place(
      'Units shipped on to other businesses, less what came back; the other numbers say where they are',
    ),
    lost: place('Units that left by THEFT, DAMAGE, ADJUSTMENT or AUDIT, as far as no response explains them'),
    unknown: place('Units whose place no book says, such as returned ones that were not counted'),
    added: place("Units that did not come from the product's owner"),
  })
  .meta({
    id: 'RecallAccounting',
    description:
      'Where the units are. All numbers but `passed_on` and `added` add up to what was shipped to the business plus `added`. ' +
      "For the product's owner a business's numbers include what it passed on to others, wherever that is",
  });

export const RecallHolder = z
  .object({
    entity: HolderParty.meta({ description: 'The business that holds or has held units' }),
    shipped: Count.meta({
      description:
        'Units of the recalled batches that it was shipped in orders; those of the owner, where the owner reads it',
    }),
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
    unassigned: z.boolean().meta({
      description:
        'Whether it had the variant only in units without a lot: it checks by hand, and the recall closes without it',
    }),
    found: Count.nullable().meta({
      description: 'Units of the batch that it found among those without a lot; null until it has checked',
    }),
    accounting: RecallAccounting.nullable().meta({
      description:
        "Where its units are; once the recall is closed, another business's as of then. Null where that was not kept",
    }),
    buyers: z
      .object({
        businesses: Count.meta({ description: 'Businesses that have or had units from it alone' }),
        responded: Count.meta({ description: 'Those that have responded' }),
      })
      .nullable()
      .meta({ description: "For the product's owner: who is beyond its own buyers; null for others" }),
    notes: z.string().nullable().meta({ description: 'Note of the response' }),
    responded_at: Timestamp.nullable().meta({ description: 'When the business responded; null until then' }),
    responded_by: z
      .string()
      .nullable()
      .meta({ description: 'Name of the member who responded; null until then' }),
  })
  .meta({ id: 'RecallHolder' });
export const RecallHolders = listOf(RecallHolder);

export const DerivedBatch = z
  .object({
    batch: Id.meta({ description: 'Id of the batch' }),
    batch_id: z.string().meta({ description: 'Batch number' }),
    product_id: Id.meta({ description: 'Id of its product' }),
    product_name: z.string().meta({ description: 'Name of its product' }),
    yours: z.boolean().meta({ description: 'Whether it is of a product of yours' }),
    confirmed_at: Timestamp.nullable().meta({
      description: 'When the recall was extended to this batch; null while it is only listed',
    }),
    recall_id: Id.nullable().meta({ description: 'For your own batch: the open recall that holds it' }),
  })
  .meta({ id: 'DerivedBatch' });

export const RecallStatus = z
  .enum(['open', 'closed'])
  .meta({ id: 'RecallStatus', description: '`open` or `closed`' });

const BatchPath = Id.meta({ description: 'Id of the batch' });
const PathId = Id.meta({ description: 'Id of the recall' });
export const RecallId = z.strictObject({ id: PathId });
export const RemindHolder = z
  .strictObject({ id: PathId, holder_id: Id.meta({ description: "Id of the holder's business" }) })
  .meta({ examples: [{ holder_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b06' }] });
export const ListHolders = z.strictObject({ id: PathId, ...Paging });

export const OpenRecall = z
  .strictObject({
    id: BatchPath,
    class: RecallClass,
    reason: paragraphs(1000).meta({ description: 'Why the batch is recalled' }),
    instructions: paragraphs(4000).meta({ description: 'What holders are to do' }),
    include_derived: z
      .boolean()
      .meta({
        description:
          "Also holds your own batches made from it; otherwise they are listed for confirmation. Others' are never held for them",
      })
      .optional(),
    respond_within_hours: wholeNumber()
      .min(1, 'must be at least 1')
      .max(720, 'must be at most 720')
      .optional()
      .meta({
        description:
          'Hours in which holders are to respond: the recall, its mails and letters name the time as `respond_by`. Without it none is named',
      }),
  })
  .meta({
    examples: [
      {
        class: 'II',
        reason: 'Aspergillus found in a retained sample',
        instructions: 'Quarantine all units and respond within 24 hours.',
        include_derived: false,
        respond_within_hours: 24,
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
    ...StepsAlike,
  })
  .meta({
    id: 'RecallReach',
    description: "What a recall would reach, by your business's own books",
    examples: [
      { customers: 3, shipped: 96, on_hand: 24, orders: 2, reserved: 8, derived: 0, unit: null, step: null },
    ],
  });
export const ReachOfBatch = z.strictObject({
  id: BatchPath,
  include_derived: z.boolean().meta({ description: 'With the batches made from it' }).optional(),
});

export const ConfirmDerived = z
  .strictObject({
    id: PathId,
    batch: Id.optional().meta({ description: 'Id of your batch that was made from the recalled one' }),
    batches: z
      .array(Id)
      .min(1, 'must have at least one entry')
      .max(1000, 'must have at most 1000 entries')
      .optional()
      .meta({ description: 'Ids of several: for the business that recalls' }),
  })
  .refine(({ batch, batches }) => (batch === undefined) !== (batches === undefined), {
    path: ['batch'],
    error: 'is required without batches, and excludes them',
    params: { code: 'ambiguous' },
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({ examples: [{ batch: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b12' }] });

const Response = z.strictObject({
  id: PathId,
  holder_id: Id.optional().meta({
    description: "Your customer that isn't on board, for which you respond; your own business when absent",
  }),
  quarantined: Stated.quarantined.optional(),
  destroyed: Stated.destroyed.optional(),
  returned: Stated.returned.optional(),
  already_sold: Stated.already_sold.optional(),
  checked: z.boolean().optional().meta({
    description:
      '`true` when you have checked your units without a lot; instead of the numbers, with `found`',
  }),
  found: Units.optional().meta({ description: 'With `checked`: those of them that are of the batch' }),
  notes: Note.optional(),
});

/** Whether a response is about units without a lot. */
const isChecking = ({ checked, found }: z.infer<typeof Response>) =>
  checked !== undefined || found !== undefined;
export const RespondToRecall = STATED_FIELDS.reduce(
  (schema, field) =>
    schema
      .refine((given) => isChecking(given) || given[field] !== undefined, {
        path: [field],
        ...rule('required', 'is required'),
      })
      .refine((given) => !isChecking(given) || given[field] === undefined, {
        path: [field],
        ...rule('ambiguous', 'excludes checked and found'),
      }),
  Response,
)
  .refine((given) => !isChecking(given) || given.checked === true, {
    path: ['checked'],
    ...rule('required', 'is required, as true'),
  })
  .refine((given) => !isChecking(given) || given.found !== undefined, {
    path: ['found'],
    ...rule('required', 'is required'),
  })
  .meta({ examples: [{ quarantined: 18, destroyed: 0, returned: 0, already_sold: 6 }] });

export const CloseRecall = z
  .strictObject({
    id: PathId,
    reason: paragraphs(1000)
      .meta({ description: 'Why; required while a holder has not responded' })
      .optional(),
  })
  .meta({ examples: [{ reason: 'All units are accounted for by phone' }] });

/** Why a business is notified of a recall. */
export const RECALL_ROLES = ['holder', 'check', 'made_from'] as const;
