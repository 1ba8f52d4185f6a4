'use client';
import { Menu } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { LateOverlay } from '@/components/ui/base/late-overlay';

const load = () => import('./more-sheet');
const MoreSheet = lazy(() => load().then((m) => ({ default: m.MoreSheet })));

/** The last tab of a phone; its sheet holds `children`. */
export function MoreButton({ children }: { children: ReactNode }) {
  return (
    <LateOverlay
      kind="dialog"
      load={load}
      trigger={
        <button type="button" className="nav-tab">
          <Menu aria-hidden />
          More
        </button>
      }
    >
      {(trigger) => <MoreSheet trigger={trigger}>{children}</MoreSheet>}
    </LateOverlay>
  );
}
