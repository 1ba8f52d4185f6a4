import { Check, CircleHelp } from 'lucide-react';
import { WarningNote } from '@/components/ui/base/warning-note';
import { FIELDS, shown } from './comparison';
import type { Reading } from './types';

const NOTES = {
  no_text: 'No text could be read from this PDF, as from a scan. Type what it says.',
  not_read: 'Not read yet: there was no time for it. Type what it says; once saved, it is read and compared.',
};

/** Where a PDF says something else, in words. */
function differenceOf({ field, form, document }: Reading['mismatches'][number]): string {
  if (field === 'batch_id') return `The PDF names batch ${document}, not ${form}.`;
  const label = FIELDS.find((one) => one.field === field)?.label ?? field;
  return `${label} is ${shown(field, document)} in the PDF, and ${shown(field, form)} here.`;
}

/** What was read from a PDF before it is saved: what is certain, what isn't, and what differs from what is stored. */
export function ReadValues({ reading }: { reading: Reading }) {
  const { status, extracted, sure, mismatches } = reading;
  if (status !== 'read' || !extracted) {
    return <WarningNote>{NOTES[status === 'not_read' ? 'not_read' : 'no_text']}</WarningNote>;
  }
  return (
    <section aria-label="Read from the PDF" className="flex flex-col gap-3">
      <h3 className="font-medium text-sm">Read from the PDF</h3>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2">
        {FIELDS.map(({ field, label }) => (
          <div key={field} className="flex min-w-0 items-start justify-between gap-3 text-sm">
            <dt className="shrink-0 text-muted">{label}</dt>
            <dd className="flex min-w-0 items-center gap-1.5 text-right">
              {sure[field] ? (
                <>
                  <span className="min-w-0 break-words">{shown(field, extracted[field])}</span>
                  <Check aria-hidden className="size-4 shrink-0 text-on-tint-success" />
                  <span className="sr-only">certain</span>
                </>
              ) : (
                <>
                  <span className="text-muted">Not certain</span>
                  <CircleHelp aria-hidden className="size-4 shrink-0 text-muted" />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {mismatches.length > 0 && (
        <WarningNote>
          {mismatches.map((one) => (
            <p key={one.field}>{differenceOf(one)}</p>
          ))}
        </WarningNote>
      )}
    </section>
  );
}
