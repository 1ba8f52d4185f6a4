import { CreditNoteLink } from '@/components/money/invoices/credit-note-link';
import type { CreditNote } from '@/components/money/invoices/types';
import { formatMoney } from '@/components/ui/format';

/** What was taken off an order's invoice, each as its PDF. */
export function OrderCredits({ notes }: { notes: readonly CreditNote[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {notes.map((note) => (
        <li key={note.id} className="flex flex-wrap items-center gap-x-2">
          <CreditNoteLink note={note} />
          <span className="text-muted tabular-nums">{formatMoney(note.total)}</span>
        </li>
      ))}
    </ul>
  );
}
