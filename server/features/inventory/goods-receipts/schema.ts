import { z } from 'zod';
import { eitherOf, isObject, measured, someFor } from '../../../kernel/measured';
import { CalendarDate, Id, Note, Price, text, wholeNumber } from '../../../kernel/params';
import { ExternalIdsChange, NewExternalIds } from '../../entities/external-ids/schema';
import { AddBatchCoa } from '../../lots/coa/schema';
import { BatchNumber, TestStatus } from '../../lots/schema';
import { PackageTag } from '../lots/schema';
import { MAX_QUANTITY, RoomType } from '../schema';

export const GOODS_KINDS = ['purchase', 'found', 'harvest'] as const;
export const GoodsKind = z.enum(GOODS_KINDS).meta({
  id: 'GoodsReceiptKind',
  description:
    '`purchase` came from a supplier that delivers outside of Tallyleaf, `found` came up in your own rooms, `harvest` is flower that you grew',
});
export type GoodsKind = (typeof GOODS_KINDS)[number];

/** Lines of one receipt. */
export const MAX_GOODS_LINES = 500;
/** How many days ago goods may have come. */
export const RECEIVED_WITHIN_DAYS = 30;

export const GOODS_QUESTIONS = [
  'expired',
  'recalled',
  'tag_on_order',
  'same_reference',
  'certificate_differs',
] as const;
export const GoodsQuestionCode = z.enum(GOODS_QUESTIONS).meta({
  id: 'GoodsQuestionCode',
  description:
    'What `details.questions` of a 409 `confirm_required` asks. Of a line: `expired` units; units of a `recalled` batch; `tag_on_order`, a ' +
    'package that an order under way brings; `certificate_differs`, with the `difference` as `POST /api/v1/batches/{id}/coa` asks about it. Of the ' +
    'receipt: `same_reference`, which the supplier has on another receipt',
});
const Confirm = z
  .array(GoodsQuestionCode)
  .max(GOODS_QUESTIONS.length, `must have at most ${GOODS_QUESTIONS.length} entries`);

export const GOODS_NOTICES = [
  'pos_counts_here',
  'license_expired',
  'recalled',
  'held',
  'expired',
  'failed',
  'batch_differs',
] as const;
export const GoodsNotice = z
  .object({
    path: z.string().meta({ description: 'Field that it is about, such as `lines[0].expires_on`' }),
    code: z.enum(GOODS_NOTICES).meta({
      id: 'GoodsNoticeCode',
      description:
        '`pos_counts_here`: the next sync of the location’s POS decides what is there. `license_expired`: yours at `location_id`, or that of the seller ' +
        'at `supplier_id`. `recalled`, `held`, `expired`, `failed`: the units are in quarantine and can’t be sold. `batch_differs`: the batch keeps the ' +
        'date or test result that it had',
    }),
    value: z.string().nullable().meta({
      description: 'The day, the batch number, or what the batch has; null where there is none',
    }),
  })
  .meta({ id: 'GoodsNotice', description: 'What to know of the goods; it stops nothing' });
export type GoodsNotice = z.infer<typeof GoodsNotice>;

const Quantity = wholeNumber().min(1, 'must be at least 1').max(MAX_QUANTITY, 'must be at most 2000000000');

/** By one of which a line names its goods. */
export const NAMES = ['sku', 'variant_id', 'scan'] as const;
const named = {
  sku: text(100).optional().meta({
    description: 'SKU; your own first. One that several other businesses have is `ambiguous`',
  }),
  variant_id: Id.optional().meta({ description: 'The variant, in place of `sku`' }),
  scan: text(200).optional().meta({
    description:
      'What a scanner read, in place of `sku`: a SKU, else an external id of yours, else the tag of a package that you have or had',
  }),
};

/** What says more of units in a batch: it takes a batch number. */
const OF_BATCH = ['harvested_on', 'packaged_on', 'expires_on', 'test_status', 'package_tag'] as const;

const ofNewBatch = {
  harvested_on: CalendarDate.optional().meta({ description: 'Day of harvest, of a batch that is created' }),
  packaged_on: CalendarDate.optional().meta({ description: 'Day of packaging, likewise' }),
  expires_on: CalendarDate.optional().meta({
    description:
      'Last day on which units can be sold, likewise. A batch that exists keeps its dates and test result',
  }),
  test_status: TestStatus.optional(),
};
const coa = z
  .strictObject({
    reading_id: Id.meta({ description: 'A reading of `POST /api/v1/coa-readings` to save, once' }),
    lab: AddBatchCoa.shape.lab,
    date: CalendarDate.optional().meta({
      description:
        'Date of the certificate; the day of sampling that was read when absent, required where none was',
    }),
  })
  .optional()
  .meta({
    description:
      'The certificate of analysis of the batch, for who may file one, as by `POST /api/v1/batches/{id}/coa`',
  });
const confirm = Confirm.optional().meta({
  description: 'Codes of the questions about the line that you confirm',
});
const quantity = Quantity.optional().meta({ description: 'Units; steps of goods by weight' });
const roomType = RoomType.meta({
  description:
    'Room at the location; its `receiving_room` when absent. Units that are held, recalled, expired or failed go to `quarantine`',
});

type Dates = Partial<Record<'harvested_on' | 'packaged_on' | 'expires_on', string | null | undefined>>;
const isAfter = (a: string | null | undefined, b: string | null | undefined) => !!a && !!b && a > b;

/** Dates that follow each other: harvest, packaging, expiration. */
function dated<S extends z.ZodType<Dates>>(line: S): S {
  const upsideDown = (field: string, before: string) => ({
    path: [field],
    error: `must not be before ${before}`,
    params: { code: 'range_upside_down' },
    when: isObject,
  });
  return line
    .refine(
      ({ harvested_on, packaged_on }) => !isAfter(harvested_on, packaged_on),
      upsideDown('packaged_on', 'harvested_on'),
    )
    .refine(
      ({ packaged_on, expires_on }) => !isAfter(packaged_on, expires_on),
      upsideDown('expires_on', 'packaged_on'),
    )
    .refine(
      ({ harvested_on, expires_on }) => !isAfter(harvested_on, expires_on),
      upsideDown('expires_on', 'harvested_on'),
    );
}

const namesIn = (line: Partial<Record<(typeof NAMES)[number], unknown>>) =>
  NAMES.filter((name) => line[name] !== undefined).length;
const oneName = {
  path: ['sku'],
  error: 'or one of variant_id and scan is required, and no more than one of them',
  params: { code: 'ambiguous' },
  when: isObject,
};

/** Units of a batch say so; those without one are the remainder, of which nothing more is known. */
const withoutBatch = {
  path: ['batch_id'],
  error: 'is required with dates, a test result, a package tag or a certificate',
  params: { code: 'required' },
  when: isObject,
};

export const NewGoodsLine = dated(
  measured(
    z.strictObject({
      ...named,
      quantity,
      amount: someFor('quantity').optional(),
      unit_cost: Price.optional().meta({
        description:
          'US dollars per unit, by weight per `unit`. It becomes the cost of the stock, and enters its average; without it both stay',
      }),
      batch_id: BatchNumber.optional(),
      ...ofNewBatch,
      package_tag: PackageTag.optional().meta({ description: 'Tag of the package, once in your business' }),
      room_type: roomType.optional(),
      coa,
      confirm,
    }),
  ),
)
  .refine((line) => namesIn(line) === 1, oneName)
  .refine(
    (line) =>
      line.batch_id !== undefined ||
      (line.coa === undefined && OF_BATCH.every((field) => line[field] === undefined)),
    withoutBatch,
  );
export type NewGoodsLine = z.infer<typeof NewGoodsLine>;

/** A line of a correction: with `line_id` what it leaves out stays. */
const CorrectedLine = dated(
  eitherOf(
    z.strictObject({
      line_id: Id.optional().meta({
        description: 'The line that it corrects: what is left out stays. A line without it is new',
      }),
      ...named,
      quantity,
      amount: someFor('quantity').optional(),
      unit_cost: Price.nullish().meta({
        description: 'US dollars per unit; null where it is unknown after all',
      }),
      batch_id: BatchNumber.nullish().meta({ description: 'Batch number; null for units without a batch' }),
      ...ofNewBatch,
      package_tag: PackageTag.nullish().meta({ description: 'Tag of the package; null without one' }),
      room_type: roomType.optional(),
      confirm,
    }),
    'quantity',
  ),
)
  .refine((line) => namesIn(line) === 1 || (line.line_id !== undefined && namesIn(line) === 0), oneName)
  .refine((line) => line.line_id !== undefined || (line.quantity ?? line.amount) !== undefined, {
    path: ['quantity'],
    error: 'is required without amount',
    params: { code: 'required' },
    when: isObject,
  })
  .refine(
    (line) =>
      (line.batch_id ?? null) !== null ||
      (line.line_id !== undefined && line.batch_id === undefined) ||
      OF_BATCH.every((field) => (line[field] ?? null) === null),
    withoutBatch,
  );
export type CorrectedLine = z.infer<typeof CorrectedLine>;

const Lines = <S extends z.ZodType>(line: S) =>
  z
    .array(line)
    .min(1, 'must have at least one line')
    .max(MAX_GOODS_LINES, `must have at most ${MAX_GOODS_LINES} lines`);

export const TypedSupplier = z
  .strictObject({
    name: text(200).meta({ description: 'Name of the supplier' }),
    license_number: text(100).optional().meta({ description: 'Its license number' }),
    state: text(100).optional().meta({ description: 'Its state, such as `CA`' }),
  })
  .meta({
    description:
      'Who delivered, as your business writes it: kept by its license number, else by its name. It leads to no business on Tallyleaf and notifies no one',
  });
export type TypedSupplier = z.infer<typeof TypedSupplier>;
const SupplierId = Id.meta({ description: 'A connected business that sells, in place of `supplier`' });
const Reference = text(100).meta({ description: "The supplier's own number of the delivery or invoice" });
const ReceivedOn = CalendarDate.meta({
  description: `Day on which the goods came, at most ${RECEIVED_WITHIN_DAYS} days ago; today when absent. The stock changes now`,
});
const ofReceipt = Confirm.optional().meta({
  description: 'Codes of the questions about the receipt as a whole that you confirm',
});
const DryRun = z.boolean().optional().meta({
  description: 'True checks everything, with its errors, questions and notices, and changes nothing: 200',
});

const LINE = {
  sku: 'BD-3.5',
  quantity: 40,
  unit_cost: 16.5,
  batch_id: 'BD-2026-014',
  expires_on: '2026-11-30',
  package_tag: '1A4060300002F1D000000014',
};

export const ReceiveGoods = z
  .strictObject({
    kind: GoodsKind.default('purchase').meta({ description: 'How the goods came; `purchase` when absent' }),
    location_id: Id.meta({ description: 'Your location that takes the goods' }),
    supplier_id: SupplierId.optional(),
    supplier: TypedSupplier.optional(),
    reference: Reference.optional(),
    received_on: ReceivedOn.optional(),
    notes: Note.optional(),
    lines: Lines(NewGoodsLine).meta({
      description: 'What came. The same variant, batch, tag and room twice is `duplicate`',
    }),
    external_ids: NewExternalIds.optional(),
    confirm: ofReceipt,
    dry_run: DryRun,
  })
  .meta({
    examples: [
      {
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        supplier: { name: 'Humboldt Sun Farms', license_number: 'CCL18-0001234', state: 'CA' },
        reference: 'HSF-2201',
        lines: [LINE],
      },
    ],
  });
export type ReceiveGoods = z.infer<typeof ReceiveGoods>;

const PathId = Id.meta({ description: 'Id of the goods receipt' });
export const GoodsReceiptId = z.strictObject({ id: PathId });

/** What a correction may change. */
export const CorrectableGoods = z.strictObject({
  id: PathId,
  supplier_id: SupplierId.optional(),
  supplier: TypedSupplier.optional(),
  reference: Reference.nullish(),
  received_on: ReceivedOn.optional(),
  notes: Note.nullish(),
  lines: Lines(CorrectedLine)
    .optional()
    .meta({ description: 'All lines, each by its `line_id`: the units of one that is absent leave' }),
  external_ids: ExternalIdsChange.optional(),
  confirm: ofReceipt,
  dry_run: DryRun,
});
