import { type ReactNode, useId } from 'react';
import { cn } from './class-names';

/** A titled part of a page; `actions` stand beside the title. */
export function Section({
  id,
  title,
  actions,
  intro,
  className,
  children,
}: {
  /** What a link to this part of the page names: `#deliveries`. */
  id?: string;
  title: string;
  actions?: ReactNode;
  /** A sentence that the title can't say. */
  intro?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const generated = useId();
  const titleId = id ?? generated;
  return (
    <section aria-labelledby={titleId} className={className}>
      <div className={cn('flex min-h-7 flex-wrap items-center justify-between gap-3', !intro && 'mb-3')}>
        <h2 id={titleId} className="font-semibold text-lg">
          {title}
        </h2>
        {actions}
      </div>
      {intro && <p className="mt-0.5 mb-3 text-muted">{intro}</p>}
      {children}
    </section>
  );
}
