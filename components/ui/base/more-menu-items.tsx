'use client';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuItem } from './dropdown-menu';
import { Link } from './link';

/** What a page can do beside its main act: a link, or an act in place. */
export type MoreAct = { label: string; icon: LucideIcon } & ({ href: string } | { act: () => void });

/** What MoreMenu opens. */
export function MoreMenuItems({ trigger, acts }: { trigger: ReactElement; acts: readonly MoreAct[] }) {
  return (
    <DropdownMenu trigger={trigger}>
      {acts.map(({ label, icon: Icon, ...does }) =>
        'href' in does ? (
          <MenuItem key={label} asChild>
            <Link href={does.href}>
              <Icon aria-hidden />
              {label}
            </Link>
          </MenuItem>
        ) : (
          <MenuItem key={label} onSelect={does.act}>
            <Icon aria-hidden />
            {label}
          </MenuItem>
        ),
      )}
    </DropdownMenu>
  );
}
