'use client';
import { Link } from '@/components/ui/base/link';
import { Tooltip } from '@/components/ui/base/tooltip';
import type { NavigationEntry } from './navigation';
import { NavigationIcon } from './navigation-icon';
import { useShell } from './shell-context';

type Target = Pick<NavigationEntry, 'href' | 'label' | 'icon' | 'view'>;

/** An entry of the sidebar: its label beside the icon, or in a tooltip where the sidebar shows icons alone. */
export function NavigationLink({ href, label, icon, view = '' }: Target) {
  const { current, badges } = useShell();
  const badge = badges[href] ?? 0;
  return (
    <Tooltip content={label} side="right" className="hidden rail:block">
      <Link href={href + view} aria-current={href === current ? 'page' : undefined} className="nav-link">
        <NavigationIcon name={icon} />
        <span className="nav-label">{label}</span>
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
export function NavigationTab({ href, label, icon, view = '' }: Target) {
  const { current, badges } = useShell();
  const badge = badges[href] ?? 0;
  return (
    <Link href={href + view} aria-current={href === current ? 'page' : undefined} className="nav-tab">
      <NavigationIcon name={icon} />
      <span className="max-w-full truncate">{label}</span>
      {badge > 0 && (
        <span className="absolute top-1 left-1/2 ml-2 rounded-full bg-tint-neutral px-1 text-[0.625rem] text-on-tint-neutral leading-4 tabular-nums">
          {badge.toLocaleString('en-US')}
        </span>
      )}
    </Link>
  );
}
