import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What happened to an object, newest first. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {children}
    </ol>
  );
}

/** One event: who and when above, what changed below. */
export function TimelineItem({
  icon: Icon,
  title,
  meta,
  children,
}: {
  icon: LucideIcon;
  title: ReactNode;
  meta?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span aria-hidden className="absolute top-7 bottom-0 left-[13px] w-px bg-border group-last:hidden" />
      <span className="grid size-7 shrink-0 place-items-center rounded-full border border-border bg-surface text-muted">
        <Icon aria-hidden className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="min-w-0 font-medium">{title}</p>
          {meta && <div className="text-muted text-sm">{meta}</div>}
        </div>
        {children && <div className="mt-0.5 text-muted">{children}</div>}
      </div>
    </li>
  );
}
