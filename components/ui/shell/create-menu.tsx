'use client';
import { Plus } from 'lucide-react';
import { lazy } from 'react';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import type { Creation } from './creations';

const load = () => import('./create-menu-items');
const CreateMenuItems = lazy(() => load().then((m) => ({ default: m.CreateMenuItems })));

/** Begins something new from any page; absent for a member who may create nothing. */
export function CreateMenu({ creations }: { creations: readonly Creation[] }) {
  if (creations.length === 0) return null;
  return (
    <LateOverlay
      kind="menu"
      load={load}
      trigger={
        <button
          type="button"
          aria-label="Create"
          className="flex h-9 shrink-0 items-center gap-1.5 rounded-lg px-3 font-medium hover:bg-hover data-[state=open]:bg-hover max-md:size-11 max-md:justify-center max-md:px-0 md:border md:border-border"
        >
          <Plus aria-hidden className="size-4 max-md:size-5" />
          <span className="max-md:hidden">Create</span>
        </button>
      }
    >
      {(trigger) => <CreateMenuItems trigger={trigger} creations={creations} />}
    </LateOverlay>
  );
}
