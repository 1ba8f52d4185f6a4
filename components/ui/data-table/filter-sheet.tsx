'use client';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '@/components/ui/base/button';
import { Sheet } from '@/components/ui/base/sheet';

/** The filters of a list on a phone. Each takes effect at once; the rows change behind the sheet. */
export function FilterSheet({
  trigger,
  open,
  onOpenChange,
  onClear,
  children,
}: {
  trigger: ReactElement;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Absent where nothing is filtered. */
  onClear?: () => void;
  children: ReactNode;
}) {
  return (
    <Sheet
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
      title="Filters"
      side="bottom"
      footer={
        <>
          {onClear && (
            <Button variant="ghost" onClick={onClear}>
              Clear filters
            </Button>
          )}
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Show results
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-2 p-4">{children}</div>
    </Sheet>
  );
}
