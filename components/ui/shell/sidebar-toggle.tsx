'use client';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useRef } from 'react';
import { Tooltip } from '@/components/ui/base/tooltip';
import { setSidebar } from './sidebar-width';

const style =
  'flex h-9 items-center gap-2.5 rounded-md px-2 text-muted hover:bg-hover hover:text-text [&_svg]:size-4';

/** Collapses the sidebar to icons, or brings its labels back; CSS shows the one of the two that applies. */
export function SidebarToggle() {
  const collapse = useRef<HTMLButtonElement>(null);
  const expand = useRef<HTMLButtonElement>(null);
  return (
    <div className="border-border border-t p-2 max-lg:hidden">
      <button
        ref={collapse}
        type="button"
        onClick={() => {
          setSidebar('collapsed');
          expand.current?.focus();
        }}
        className={`${style} w-full rail:hidden`}
      >
        <PanelLeftClose aria-hidden />
        Collapse sidebar
      </button>
      <Tooltip content="Expand sidebar" side="right">
        <button
          ref={expand}
          type="button"
          aria-label="Expand sidebar"
          onClick={() => {
            setSidebar('expanded');
            collapse.current?.focus();
          }}
          className={`${style} hidden w-10 justify-center px-0 rail:flex`}
        >
          <PanelLeftOpen aria-hidden />
        </button>
      </Tooltip>
    </div>
  );
}
