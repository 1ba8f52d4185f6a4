import type { ReactNode } from 'react';
import { cn } from './class-names';

/** A key to press. */
export function Kbd({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      className={cn(
        'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-border bg-bg px-1 font-sans text-muted text-xs leading-none',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
