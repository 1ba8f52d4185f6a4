import { TriangleAlert } from 'lucide-react';
import { formatDate, formatPercentage, UNKNOWN } from '@/components/ui/format';
import type { CertificateVersion } from './types';

type Field = keyof NonNullable<CertificateVersion['extracted']>;

/** What a certificate says. */
export const FIELDS: readonly { field: Field; label: string }[] = [
  { field: 'lab', label: 'Laboratory' },
  { field: 'batch_id', label: 'Batch' },
  { field: 'sampled_on', label: 'Sampled' },
  { field: 'thc_percentage', label: 'THC' },
  { field: 'cbd_percentage', label: 'CBD' },
  { field: 'result', label: 'Result' },
  { field: 'expires_on', label: 'Expires' },
];

/** A value of a certificate in words. */
export function shown(field: Field, value: string | number | null): string {
  if (value === null) return UNKNOWN;
  if (typeof value === 'number') return formatPercentage(value);
  if (field === 'sampled_on' || field === 'expires_on') return formatDate(value);
  if (field.endsWith('_percentage')) return `${value}%`;
  return value === 'passed' ? 'Passed' : value === 'failed' ? 'Failed' : value;
}

/** What was read from the PDF next to what is stored; where they differ, the row is marked. */
export function Comparison({
  certificate,
  stored,
}: {
  certificate: CertificateVersion;
  /** Values of the batch and its product, where they have the field. */
  stored: Partial<Record<Field, string | number | null>>;
}) {
  const differing = new Map(certificate.mismatches.map((one) => [one.field as Field, one.form]));
  const { extracted } = certificate;
  if (certificate.reading === 'pending') {
    return (
      <p className="text-muted text-sm">
        Not read yet. This PDF is read as soon as there is time for it; its values appear here then.
      </p>
    );
  }
  if (!extracted) {
    return (
      <p className="text-muted text-sm">
        No text could be read from this PDF. Open it and compare its values yourself.
      </p>
    );
  }
  const known = FIELDS.filter(({ field }) => extracted[field] !== null || stored[field] != null);
  if (known.every(({ field }) => extracted[field] === null)) {
    return (
      <p className="text-muted text-sm">This PDF states none of these values clearly enough to read them.</p>
    );
  }
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Values in the PDF and stored values</caption>
      <thead>
        <tr className="text-left text-muted text-xs">
          <th scope="col" className="py-1 pr-2 font-medium">
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className="py-1 pr-2 font-medium">
            In the PDF
          </th>
          <th scope="col" className="py-1 font-medium">
            Stored
          </th>
        </tr>
      </thead>
      <tbody>
        {known.map(({ field, label }) => {
          const form = differing.get(field);
          const read = extracted[field];
          const ours = form ?? stored[field] ?? null;
          return (
            <tr key={field} className="border-border border-t align-top">
              <th scope="row" className="py-1.5 pr-2 text-left font-normal text-muted">
                {label}
              </th>
              <td className="break-words py-1.5 pr-2">{shown(field, read)}</td>
              <td className="break-words py-1.5">
                {shown(field, ours)}
                {form !== undefined && (
                  <span className="mt-0.5 flex items-center gap-1 text-destructive text-xs">
                    <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
                    Differs
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
