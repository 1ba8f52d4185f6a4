'use client';
import { X } from 'lucide-react';
import * as Primitive from 'radix-ui/dialog';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cn } from './class-names';
import { useDialogFocus } from './dialog-focus';
import { overlayStyle } from './overlay-style';

const WIDTH = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-5xl' };

/** Mounts with each opening, as its focus needs. Its way out has `data-dialog-close`. */
export function DialogContent(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...useDialogFocus()} {...props} />;
}

/**
 * A modal with a heading, a body that scrolls, and a footer for its buttons. On a phone it fills the screen.
 * Give `trigger`, or drive it with `open` and `onOpenChange`. A form inside spans body and footer by
 * `<form id>` and `<Button form>`.
 */
export function Dialog({
  trigger,
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  footer,
  flush = false,
  children,
}: {
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  size?: keyof typeof WIDTH;
  footer?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <DialogContent
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed z-50 flex flex-col bg-raised shadow-lg outline-none duration-150 data-[state=open]:animate-in data-[state=open]:fade-in-0',
            'inset-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[85dvh] sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:border sm:border-border',
            WIDTH[size],
          )}
        >
          <header
            className={cn(
              'flex justify-between gap-4 border-border border-b px-5 py-4',
              description ? 'items-start' : 'items-center',
            )}
          >
            <div className="min-w-0">
              <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="mt-0.5 text-muted">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close
              aria-label="Close"
              data-dialog-close
              className="-mr-1.5 grid size-7 shrink-0 max-md:size-11 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
            >
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          </header>
          <div data-dialog-body className={cn('min-h-0 flex-1 overflow-y-auto', !flush && 'p-5')}>
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-border border-t px-5 py-3.5">
              {footer}
            </footer>
          )}
        </DialogContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
