'use client';
import { usePathname } from 'next/navigation';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Sheet } from '@/components/ui/base/sheet';

/** The whole navigation on a phone, open from the start: LateOverlay brings it with its first use. */
export function MoreSheet({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const [open, setOpen] = useState(true);
  const pathname = usePathname();
  const [openedAt, setOpenedAt] = useState(pathname);
  if (pathname !== openedAt) {
    setOpenedAt(pathname);
    setOpen(false);
  }
  return (
    <Sheet side="bottom" title="Menu" open={open} onOpenChange={setOpen} trigger={trigger}>
      {/* A link to the open page closes it, too. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside take the keyboard */}
      <div
        className="p-3"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) setOpen(false);
        }}
      >
        {children}
      </div>
    </Sheet>
  );
}
