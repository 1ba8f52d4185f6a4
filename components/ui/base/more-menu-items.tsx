'use client';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuItem } from './dropdown-menu';
import { Link } from './link';

/** What a page can do beside its main act: a link, or an act in place. */
export type MoreAct = {
  label: string;
  icon: LucideIcon;
  /** Colors an act that takes something away. */
  destructive?: boolean;
} & ({ href: string } | { act: () => void });

/** What MoreMenu opens. */
export function MoreMenuItems({ trigger, acts }: { trigger: ReactElement; acts: readonly MoreAct[] }) {
  return (
    <DropdownMenu trigger={trigger}>
      {acts.map(({ label, icon: Icon, destructive, ...does }) =>
        'href' in does ? (
          <MenuItem key={label} asChild>
            <Link href={does.href}>
              <Icon aria-hidden />
              {label}
            </Link>
          </MenuItem>
        ) : (
          <MenuItem key={label} destructive={destructive} onSelect={does.act}>
            <Icon aria-hidden />
            {label}
          </MenuItem>
        ),
      )}
    </DropdownMenu>
  );
}
