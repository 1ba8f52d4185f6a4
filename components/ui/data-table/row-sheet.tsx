'use client';
import { FlexRender } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/base/class-names';
import { Sheet } from '@/components/ui/base/sheet';
import { type arrange, hintsOf, labelOf } from './row-places';

/** All of a row: its values, what follows them, and what can be done with it. */
export function RowSheet({
  title,
  side,
  names,
  sheet,
  actions,
  onClose,
  children,
}: Pick<ReturnType<typeof arrange>, 'names' | 'sheet' | 'actions'> & {
  title: string;
  side: 'right' | 'bottom';
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <Sheet title={title} side={side} open onOpenChange={(open) => !open && onClose()}>
      {names.length > 0 && (
        <div className="border-border border-b px-4 py-3">
          {names.map((cell) => (
            <FlexRender key={cell.id} cell={cell} />
          ))}
        </div>
      )}
      <dl className="divide-y divide-border px-4">
        {sheet.map((cell) => (
          <div key={cell.id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
            <dt className="text-muted">{labelOf(cell)}</dt>
            <dd
              className={cn(
                'relative min-w-0 break-words text-right',
                hintsOf(cell).align === 'right' && 'tabular-nums',
              )}
            >
              <FlexRender cell={cell} />
            </dd>
          </div>
        ))}
      </dl>
      {children && <div className="border-border border-t px-4 py-3">{children}</div>}
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
