'use client';
import { X } from 'lucide-react';
import * as Primitive from 'radix-ui/dialog';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './class-names';
import { DialogContent } from './dialog';
import { overlayStyle } from './overlay-style';

const SIDE = {
  right: 'inset-y-0 right-0 w-full border-l sm:w-[28rem] data-[state=open]:slide-in-from-right-4',
  bottom:
    'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-lg border-t pb-[env(safe-area-inset-bottom)] data-[state=open]:slide-in-from-bottom-4',
};

/** A modal panel at an edge: navigation on a phone (bottom), an object's details beside a list (right). */
export function Sheet({
  trigger,
  open,
  onOpenChange,
  title,
  side = 'right',
  footer,
  children,
}: {
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: string;
  side?: keyof typeof SIDE;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <DialogContent
          aria-describedby={undefined}
          className={cn(
            'fixed z-50 flex max-w-full flex-col border-border bg-raised shadow-lg outline-none duration-150 data-[state=open]:animate-in data-[state=open]:fade-in-0',
            SIDE[side],
          )}
        >
          <header className="flex h-14 shrink-0 items-center justify-between gap-4 border-border border-b px-4">
            <Primitive.Title className="truncate font-semibold text-base">{title}</Primitive.Title>
            <Primitive.Close
              aria-label="Close"
              data-dialog-close
              className="-mr-1 grid size-8 shrink-0 place-items-center rounded-md text-muted max-md:size-11 hover:bg-hover hover:text-text"
            >
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer && (
            <footer className="flex justify-end gap-2 border-border border-t px-4 py-3">{footer}</footer>
          )}
        </DialogContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
