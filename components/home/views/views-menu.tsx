'use client';
import { Bookmark } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { lazy } from 'react';
import { Button } from '@/components/ui/base/button';
import { LateOverlay } from '@/components/ui/base/late-overlay';

const load = () => import('./views-menu-items');
const ViewsMenuItems = lazy(() => load().then((m) => ({ default: m.ViewsMenuItems })));

/** The member's saved views of the list on this page. */
export function ViewsMenu() {
  const pathname = usePathname();
  return (
    <LateOverlay
      kind="menu"
      load={load}
      trigger={
        <Button>
          <Bookmark aria-hidden />
          Views
        </Button>
      }
    >
      {(trigger) => <ViewsMenuItems trigger={trigger} pathname={pathname} />}
    </LateOverlay>
  );
}
