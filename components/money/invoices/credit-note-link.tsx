import { DownloadLink } from '@/components/ui/base/download-link';
import type { CreditNote } from './types';

/** The number of a credit note, which downloads its PDF. */
export function CreditNoteLink({ note: { id, number } }: { note: Pick<CreditNote, 'id' | 'number'> }) {
  return (
    <DownloadLink
      href={`/api/v1/credit-notes/${id}/pdf`}
      fileName={`${number}.pdf`}
      className="inline-flex items-center gap-1.5 text-link hover:underline [&_svg]:size-3.5"
    >
      {number}
    </DownloadLink>
  );
}
