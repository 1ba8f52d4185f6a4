import { z } from 'zod';
import { CalendarDate, Id } from '../../../kernel/params';

export const DOCUMENTS = ['packing-slip', 'invoice', 'manifest'] as const;
const Kind = z
  .enum(DOCUMENTS)
  .meta({ id: 'OrderDocumentKind', description: '`packing-slip`, `invoice` or `manifest`' });
const Wanted = Kind.default('packing-slip').meta({ description: 'Which document' });
export type DocumentKind = (typeof DOCUMENTS)[number];

/** Orders that one PDF may hold. */
export const MAX_DOCUMENTS = 50;

const PathId = Id.meta({ description: 'Id of the order' });
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

export const CertificatesOf = z.strictObject({ id: PathId });
export const ReadDocument = z.strictObject({ id: PathId, kind: Wanted });
export const PrintDocuments = z.strictObject({
  id: PathId,
  kind: Wanted,
  also: z
    .string()
    .regex(new RegExp(`^${UUID}(,${UUID}){0,${MAX_DOCUMENTS - 2}}$`), 'must be ids, separated by commas')
    .meta({
      description: `Ids of up to ${MAX_DOCUMENTS - 1} more orders, separated by commas; each begins on a new page`,
    })
    .optional(),
});

const Entry = z.object({
  label: z.string().meta({ description: 'What it is' }),
  value: z.string().meta({ description: 'As text' }),
});

export const Sheet = z
  .object({
    kind: Kind,
    title: z.string().meta({ description: 'Name of the document' }),
    number: z.string().meta({ description: 'Order number, or that of an issued invoice' }),
    logo_url: z.string().nullable().meta({
      description:
        "Address of the seller's logo, a PNG; null without one. Needs the bearer token or the browser session",
    }),
    facts: z.array(Entry).meta({ description: 'Dates, driver, vehicle and the like' }),
    parties: z
      .array(
        z.object({
          role: z.string().meta({ description: 'Such as `Ship to`' }),
          name: z.string().meta({ description: 'Legal name' }),
          lines: z.array(z.string()).meta({ description: 'Licenses, addresses and phone' }),
        }),
      )
      .meta({ description: 'Seller and buyer' }),
    columns: z
      .array(
        z.object({
          label: z.string().meta({ description: 'Heading' }),
          align: z.enum(['left', 'right']).meta({ id: 'SheetAlign', description: 'Alignment of the column' }),
          width: z.number().meta({ description: 'Share of the width' }),
          barcode: z
            .boolean()
            .optional()
            .meta({ description: 'Whether its values are printed as Code 128, too; absent for false' }),
        }),
      )
      .meta({ description: 'Columns of the table' }),
    rows: z
      .array(z.array(z.string()))
      .meta({ description: 'Cells of each row, as text of one line or more' }),
    categories: z
      .array(Entry)
      .meta({ description: 'Sums by product category: units, or US dollars on an invoice' }),
    totals: z.array(Entry).meta({ description: 'Sums below the table' }),
    notes: z.string().nullable().meta({ description: 'Note on the order; null without one' }),
    payment: z
      .string()
      .optional()
      .meta({ description: 'How to pay an issued invoice, in the words of its seller; absent without' }),
    signatures: z.array(z.string()).meta({ description: 'Lines to sign' }),
  })
  .meta({
    id: 'OrderSheet',
    description:
      'The contents of a printed document of an order: texts in US English, times in your timezone',
  });
export type Sheet = z.infer<typeof Sheet>;
/** What is drawn of any sheet. */
export type PrintedSheet = Omit<Sheet, 'kind'>;

export const OrderCertificates = z
  .object({
    certificates: z
      .array(
        z.object({
          item_id: Id.meta({ description: 'Id of the line' }),
          product_id: Id.meta({ description: 'Id of the product' }),
          id: Id.meta({ description: 'Id of the certificate' }),
          batch_id: z.string().meta({ description: 'Batch number on the certificate' }),
          date: CalendarDate.meta({ description: 'Date of the certificate' }),
          download_url: z.string().meta({ description: 'Needs the bearer token or the browser session' }),
        }),
      )
      .meta({
        description:
          "By line: the latest of each batch that it has; of a line without lots, the product's latest",
      }),
  })
  .meta({ id: 'OrderCertificates' });
