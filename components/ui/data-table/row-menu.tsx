'use client';
import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { Button } from '@/components/ui/base/button';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import type { MoreAct } from '@/components/ui/base/more-menu-items';

const load = () => import('@/components/ui/base/more-menu-items');
const MoreMenuItems = lazy(() => load().then((m) => ({ default: m.MoreMenuItems })));

/** Acts of a row that have no column of their own, such as those that take something away; absent without any. @param of the object's name */
export function RowMenu({ of, acts }: { of: string; acts: readonly (MoreAct | false | null)[] }) {
  const offered = acts.filter((act) => act !== false && act !== null);
  if (offered.length === 0) return null;
  return (
    <LateOverlay
      kind="menu"
      load={load}
      trigger={
        <Button size="sm" variant="ghost" data-menu aria-label={`More for ${of}`} className="px-1.5">
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {(trigger) => <MoreMenuItems trigger={trigger} acts={offered} />}
    </LateOverlay>
  );
}
