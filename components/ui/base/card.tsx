import type { ReactNode } from 'react';
import { cn } from './class-names';

/** A surface with an optional heading (h2), action and footer. `flush` leaves the padding to the content. */
export function Card({
  title,
  description,
  action,
  footer,
  stickyFooter = false,
  flush = false,
  className,
  children,
}: {
  title?: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  footer?: ReactNode;
  /** Keeps the footer in view while the card scrolls. */
  stickyFooter?: boolean;
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      className={cn('flex min-w-0 flex-col rounded-lg border border-border bg-surface shadow-xs', className)}
    >
      {(title || action) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
          <div className="min-w-0">
            <h2 className="font-semibold text-lg">{title}</h2>
            {description && <p className="mt-0.5 text-muted text-sm">{description}</p>}
          </div>
          {action}
        </header>
      )}
      <div className={cn('flex-1', flush ? (title || action) && 'pt-3' : 'p-4 sm:p-5')}>{children}</div>
      {footer && (
        <footer
          className={cn(
            'border-border border-t px-4 py-3 sm:px-5',
            stickyFooter && 'sticky bottom-0 z-10 rounded-b-lg bg-surface max-md:bottom-14',
          )}
        >
          {footer}
        </footer>
      )}
    </section>
  );
}
