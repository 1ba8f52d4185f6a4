'use client';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuItem } from '@/components/ui/base/dropdown-menu';
import { Link } from '@/components/ui/base/link';
import type { Creation } from './creations';

/** What CreateMenu opens. */
export function CreateMenuItems({
  trigger,
  creations,
}: {
  trigger: ReactElement;
  creations: readonly Creation[];
}) {
  return (
    <DropdownMenu trigger={trigger} className="w-48">
      {creations.map(({ href, label }) => (
        <MenuItem key={href} asChild>
          <Link href={href}>{label}</Link>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
