'use client';
import { Ellipsis } from 'lucide-react';
import { lazy } from 'react';
import { Button } from './button';
import { LateOverlay } from './late-overlay';
import type { MoreAct } from './more-menu-items';

const load = () => import('./more-menu-items');
const MoreMenuItems = lazy(() => load().then((m) => ({ default: m.MoreMenuItems })));

/** Acts of a page beyond those that its head has room for; absent without any. */
export function MoreMenu({ acts }: { acts: readonly (MoreAct | false)[] }) {
  const offered = acts.filter((act) => act !== false);
  if (offered.length === 0) return null;
  return (
    <LateOverlay
      kind="menu"
      load={load}
      trigger={
        <Button data-menu>
          <Ellipsis aria-hidden />
          More
        </Button>
      }
    >
      {(trigger) => <MoreMenuItems trigger={trigger} acts={offered} />}
    </LateOverlay>
  );
}
