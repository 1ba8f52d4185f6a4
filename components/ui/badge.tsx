import { cva, type VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';

const badgeStyle = cva(
  'inline-flex h-6 max-w-full items-center gap-1 whitespace-nowrap rounded-full px-2 font-medium text-xs',
  {
    variants: {
      tone: {
        neutral: 'bg-tint-neutral text-on-tint-neutral',
        warning: 'bg-tint-warning text-on-tint-warning',
        info: 'bg-tint-info text-on-tint-info',
        progress: 'bg-tint-progress text-on-tint-progress',
        success: 'bg-tint-success text-on-tint-success',
        danger: 'bg-tint-danger text-on-tint-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeStyle>['tone']>;

/** A word about an object. A tone other than neutral comes with an icon: never color alone. */
export function Badge({
  tone,
  icon: Icon,
  className,
  children,
}: {
  tone?: BadgeTone;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={cn(badgeStyle({ tone }), className)}>
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  );
}
