import * as z from 'zod/mini';
import type { VariantChoice } from '@/components/stock/pos/syncs/use-variant-search';
import { ACCEPT_REASONS, type AcceptReason } from './labels';
import type { Transfer } from './types';

export const transferName = ({ manifest_number, shipper }: Transfer) =>
  manifest_number
    ? `manifest ${manifest_number}`
    : `delivery of ${shipper.name ?? shipper.license_number ?? 'an unknown shipper'}`;

/** Packages of a delivery that were not accepted here. */
export const openPackages = ({ packages, accepted_tags, voided }: Transfer) =>
  voided ? [] : packages.filter(({ package_tag }) => !accepted_tags.includes(package_tag));

const MOST_UNITS = 2_000_000_000;
const Count = z
  .nullable(z.number())
  .check(
    z.refine(
      (count) => count === null || (Number.isInteger(count) && count >= 0 && count <= MOST_UNITS),
      'Enter a whole number',
    ),
  );
const Line = z.object({
  package_tag: z.string(),
  taken: z.boolean(),
  variant: z.nullable(z.custom<VariantChoice>()),
  accepted: Count,
  rejected: Count,
  damaged: Count,
  reason_code: z.enum(['', ...ACCEPT_REASONS]),
});
export const AcceptValues = z.object({
  location_id: z.string(),
  lines: z
    .array(Line)
    .check(z.refine((lines) => lines.some(({ taken }) => taken), 'Choose at least one package')),
});
export type AcceptValues = z.infer<typeof AcceptValues>;
type AcceptLine = AcceptValues['lines'][number];

/** Units that came of a package counted each, as Metrc says; null where it is weighed. */
function unitsOf({ unit, received_quantity, shipped_quantity }: Transfer['packages'][number]): number | null {
  const said = received_quantity ?? shipped_quantity;
  return (unit ?? 'Each') === 'Each' && Number.isInteger(said) ? said : null;
}

/** A delivery as its form begins: all that came is good. */
export const acceptValues = (transfer: Transfer): AcceptValues => ({
  location_id: transfer.location_id,
  lines: openPackages(transfer).map((one) => ({
    package_tag: one.package_tag,
    taken: true,
    variant: null,
    accepted: unitsOf(one),
    rejected: 0,
    damaged: 0,
    reason_code: '',
  })),
});

/** A line as it is sent. */
export const acceptedLine = (line: AcceptLine) => ({
  package_tag: line.package_tag,
  ...(line.variant && { variant_id: line.variant.id }),
  accepted: line.accepted ?? 0,
  rejected: line.rejected ?? 0,
  damaged: line.damaged ?? 0,
  ...(isShort(line) && line.reason_code !== '' && { reason_code: line.reason_code as AcceptReason }),
});

export const isShort = ({ rejected, damaged }: Pick<AcceptLine, 'rejected' | 'damaged'>) =>
  (rejected ?? 0) + (damaged ?? 0) > 0;

/** The form's field for a path of the server, which knows only the lines that were sent. */
export function fieldOfLine(
  path: string,
  { lines }: AcceptValues,
): `lines.${number}.${LineField}` | undefined {
  const [, index, name] = /^lines\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  const sent = lines.flatMap(({ taken }, position) => (taken ? [position] : []));
  const position = sent[Number(index)];
  const field = name === 'variant_id' ? 'variant' : FIELDS.find((one) => one === name);
  return position === undefined ? undefined : `lines.${position}.${field ?? 'accepted'}`;
}
type LineField = 'variant' | 'accepted' | 'rejected' | 'damaged' | 'reason_code';
const FIELDS: readonly LineField[] = ['accepted', 'rejected', 'damaged', 'reason_code'];
