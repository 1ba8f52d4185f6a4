import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button';

const count = new Intl.NumberFormat('en-US');

/** The footer of a list: "1–50 of 1,204", which are the rows that are shown, and a step either way. */
export function Pagination({
  page,
  limit,
  total,
  rows = limit,
  wanted = page,
  onPageChange,
  label = 'Pages',
}: {
  /** The page of the rows that are shown. */
  page: number;
  limit: number;
  total: number;
  /** How many rows are shown. */
  rows?: number;
  /** The page that was asked for, from which the steps lead on; it may still be loading. */
  wanted?: number;
  onPageChange: (page: number) => void;
  label?: string;
}) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  const last = Math.min(total, first - 1 + rows);
  const range = first > total ? '0' : total === 0 ? '0' : `${count.format(first)}–${count.format(last)}`;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3 print:hidden">
      <p role="status" className="text-muted text-sm tabular-nums">
        {range} of {count.format(total)}
      </p>
      <div className={pages > 1 || wanted > 1 ? 'flex gap-1' : 'hidden'}>
        <IconButton
          icon={ChevronLeft}
          label="Previous page"
          size="sm"
          variant="secondary"
          disabled={wanted <= 1}
          onClick={() => onPageChange(Math.min(wanted - 1, pages))}
        />
        <IconButton
          icon={ChevronRight}
          label="Next page"
          size="sm"
          variant="secondary"
          disabled={wanted >= pages}
          onClick={() => onPageChange(wanted + 1)}
        />
      </div>
    </nav>
  );
}
