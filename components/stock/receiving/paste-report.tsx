import { X } from 'lucide-react';
import { IconButton } from '@/components/ui/base/icon-button';
import { WarningNote } from '@/components/ui/base/warning-note';
import { pastedText } from './goods-field';
import type { Pasted } from './use-lines';

/** Rows that are listed one by one. */
const SHOWN = 20;

/** What a paste came to, with each row that couldn't be read. */
export function PasteReport({ pasted: { added, faults }, onClose }: { pasted: Pasted; onClose: () => void }) {
  const text = pastedText(added, faults.length);
  if (faults.length === 0) {
    return (
      <p role="status" className="text-muted">
        {text}.
      </p>
    );
  }
  return (
    <section aria-label="Pasted rows" className="relative">
      <WarningNote>
        <p role="status" className="pr-8 font-medium">
          {text}
        </p>
        <ul className="mt-1 text-sm">
          {faults.slice(0, SHOWN).map(({ number, text: row, reason }) => (
            <li key={number} className="wrap-anywhere">
              Row {number} ({row}): {reason}
            </li>
          ))}
          {faults.length > SHOWN && <li>and {faults.length - SHOWN} more</li>}
        </ul>
      </WarningNote>
      <span className="absolute top-1 right-1">
        <IconButton icon={X} size="sm" label="Close the list of rows" onClick={onClose} />
      </span>
    </section>
  );
}
