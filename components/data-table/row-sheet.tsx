'use client';
import { FlexRender } from '@tanstack/react-table';
import { Sheet } from '@/components/ui/sheet';
import { type arrange, labelOf } from './row-places';

/** All of a row on a phone: its values, and what can be done with it. */
export function RowSheet({
  title,
  sheet,
  actions,
  onClose,
}: Pick<ReturnType<typeof arrange>, 'sheet' | 'actions'> & { title: string; onClose: () => void }) {
  return (
    <Sheet title={title} side="bottom" open onOpenChange={(open) => !open && onClose()}>
      <dl className="divide-y divide-border px-4 tabular-nums">
        {sheet.map((cell) => (
          <div key={cell.id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
            <dt className="text-muted">{labelOf(cell)}</dt>
            <dd className="relative min-w-0 break-words text-right">
              <FlexRender cell={cell} />
            </dd>
          </div>
        ))}
      </dl>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2 border-border border-t px-4 py-3">
          {actions.map((cell) => (
            <FlexRender key={cell.id} cell={cell} />
          ))}
        </div>
      )}
    </Sheet>
  );
}
