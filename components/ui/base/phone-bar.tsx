import type { ReactNode } from 'react';

/** The acts that matter most on a page: on a phone they stay at the foot of the screen, elsewhere they are where they stand. */
export function PhoneBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-phone-bar
      className="contents max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-30 max-md:flex max-md:gap-2 max-md:border-border max-md:border-t max-md:bg-surface max-md:p-3 max-md:*:flex-1 print:hidden"
    >
      {children}
    </div>
  );
}
