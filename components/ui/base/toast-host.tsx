'use client';
import { type FocusEvent, useEffect } from 'react';
import { Toaster as Sonner } from 'sonner';
import { toastHostReady } from './toast';

/** Sonner stops its clocks under the pointer alone: a message that has the focus is hovered, too. */
function hoverWith(event: FocusEvent<HTMLElement>): void {
  const type = event.type === 'focus' ? 'mouseover' : 'mouseout';
  const list = event.target.closest('[data-sonner-toaster]');
  list?.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: document.body }));
}

/** Where messages appear; Toaster brings it. */
export function ToastHost() {
  useEffect(toastHostReady, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it reacts to what the messages inside it do
    <div onFocus={hoverWith} onBlur={hoverWith}>
      <Sonner
        position="bottom-right"
        visibleToasts={3}
        expand
        // Above the save bar and the bulk bar: a message must not cover its own button.
        offset={{ bottom: 84, right: 24 }}
        mobileOffset={{ bottom: 140, left: 16, right: 16 }}
        gap={8}
        containerAriaLabel="Messages"
        toastOptions={{
          unstyled: true,
          // A dialog takes the pointer from all of the page but itself: the act of a message stays in reach.
          style: { pointerEvents: 'auto' },
          classNames: {
            toast:
              'flex w-[calc(100vw-2rem)] font-sans items-center gap-3 rounded-lg border border-border bg-raised p-3.5 text-base text-text shadow-lg sm:w-[22rem] print:hidden',
            content: 'min-w-0 flex-1',
            title: 'font-medium',
            description: 'text-muted text-sm',
            icon: 'shrink-0 self-start [&_svg]:size-5',
            success: '[&_[data-icon]]:text-primary',
            error: '[&_[data-icon]]:text-destructive',
            actionButton:
              'h-7 max-md:h-11 shrink-0 rounded-md px-2.5 font-medium text-link text-sm hover:bg-hover',
            cancelButton:
              'h-7 max-md:h-11 shrink-0 rounded-md px-2.5 font-medium text-muted text-sm hover:bg-hover',
          },
        }}
      />
    </div>
  );
}
