import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '@/components/format';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';

const TONE = {
  calm: 'bg-tint-neutral text-on-tint-neutral',
  warning: 'bg-tint-warning text-on-tint-warning',
  info: 'bg-tint-info text-on-tint-info',
  danger: 'bg-tint-danger text-on-tint-danger',
};
export type WorkTone = keyof typeof TONE;

/** One kind of work that waits, with its way there; nothing of it waiting is said quietly. */
export function WorkTile({
  icon: Icon,
  tone,
  count,
  label,
  note,
  href,
  children,
}: {
  icon: LucideIcon;
  /** Its color while something waits. */
  tone: WorkTone;
  count: number;
  label: string;
  note: string;
  /** The filtered list; the whole tile leads there. Without it the ways are in `children`. */
  href?: string;
  children?: ReactNode;
}) {
  return (
    <li
      className={cn(
        'relative flex items-start gap-3 rounded-lg border border-border bg-surface p-4 shadow-xs max-sm:items-center max-sm:px-3 max-sm:py-2.5',
        href && 'transition-colors focus-within:border-control hover:border-control',
      )}
    >
      <span
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-full',
          TONE[count > 0 ? tone : 'calm'],
        )}
      >
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="min-w-0">
        <p className="font-medium">
          <Name href={href}>
            <span className="text-lg tabular-nums">{formatNumber(count)}</span> {label}
          </Name>
        </p>
        <p className={cn('text-muted text-sm', count === 0 && 'max-sm:hidden')}>{note}</p>
        {children}
      </div>
    </li>
  );
}

function Name({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return children;
  return (
    <Link href={href} className="rounded-lg after:absolute after:inset-0 after:rounded-lg">
      {children}
    </Link>
  );
}
