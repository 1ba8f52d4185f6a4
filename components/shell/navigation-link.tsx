'use client';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { Tooltip } from '@/components/ui/tooltip';
import { useShell } from './shell-context';
import { tabStyle } from './tab-style';

type Target = { href: string; label: string; icon: ReactNode };

/** An entry of the sidebar: its label beside the icon, or in a tooltip where the sidebar shows icons alone. */
export function NavigationLink({ href, label, icon }: Target) {
  const { current, badges } = useShell();
  const badge = badges[href] ?? 0;
  return (
    <Tooltip content={label} side="right" className="hidden rail:block">
      <Link
        href={href}
        aria-current={href === current ? 'page' : undefined}
        className={cn(
          'relative flex h-8 items-center gap-2.5 rounded-md px-2 font-medium transition-colors max-md:h-11 rail:h-10 rail:justify-center rail:px-0 [&_svg]:size-4 [&_svg]:shrink-0 rail:[&_svg]:size-4.5',
          href === current ? 'bg-selected text-link' : 'text-muted hover:bg-hover hover:text-text',
        )}
      >
        {icon}
        <span className="flex-1 truncate rail:sr-only">{label}</span>
        {badge > 0 && (
          <span className="rail:-right-0.5 rail:-top-0.5 rounded-full bg-tint-neutral px-1.5 text-on-tint-neutral text-xs leading-5 tabular-nums rail:absolute rail:px-1 rail:text-[0.625rem] rail:leading-4">
            {badge.toLocaleString('en-US')}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

/** A tab at the foot of a phone's screen. */
export function NavigationTab({ href, label, icon }: Target) {
  const { current, badges } = useShell();
  const badge = badges[href] ?? 0;
  return (
    <Link
      href={href}
      aria-current={href === current ? 'page' : undefined}
      className={cn(tabStyle, href === current && 'text-link')}
    >
      {icon}
      <span className="max-w-full truncate">{label}</span>
      {badge > 0 && (
        <span className="absolute top-1 left-1/2 ml-2 rounded-full bg-tint-neutral px-1 text-[0.625rem] text-on-tint-neutral leading-4 tabular-nums">
          {badge.toLocaleString('en-US')}
        </span>
      )}
    </Link>
  );
}
