import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';

/** The centred shape that empty, error and forbidden states share. */
export function Panel({
  icon: Icon,
  tone = 'neutral',
  title,
  children,
  actions,
  role,
  heading: Heading = 'h2',
}: {
  icon: LucideIcon;
  tone?: 'neutral' | 'danger' | 'warning';
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
  heading?: 'h1' | 'h2' | 'p';
}) {
  return (
    <div role={role} className="flex flex-col items-center px-6 py-14 text-center">
      <span
        className={cn(
          'mb-4 grid size-10 place-items-center rounded-full',
          tone === 'neutral' && 'bg-tint-neutral text-on-tint-neutral',
          tone === 'warning' && 'bg-tint-warning text-on-tint-warning',
          tone === 'danger' && 'bg-tint-danger text-on-tint-danger',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <Heading
        tabIndex={Heading === 'h1' ? -1 : undefined}
        className="text-balance font-semibold text-lg outline-none"
      >
        {title}
      </Heading>
      {children && <div className="mt-1 max-w-md text-pretty text-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
