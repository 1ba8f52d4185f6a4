import { formatMoney } from '@/components/format';
import type { CreditNote } from '@/components/invoices/types';
import { DownloadLink } from '@/components/ui/download-link';

/** What was taken off an order's invoice, each as its PDF. */
export function OrderCredits({ notes }: { notes: readonly CreditNote[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {notes.map(({ id, number, total }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <DownloadLink
            href={`/api/v1/credit-notes/${id}/pdf`}
            fileName={`${number}.pdf`}
            className="inline-flex items-center gap-1.5 text-link hover:underline [&_svg]:size-3.5"
          >
            {number}
          </DownloadLink>
          <span className="text-muted tabular-nums">{formatMoney(total)}</span>
        </li>
      ))}
    </ul>
  );
}
