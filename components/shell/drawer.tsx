'use client';
import { usePathname } from 'next/navigation';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Sheet } from '@/components/ui/sheet';
import type { NavigationEntry } from './navigation';
import { NavigationList } from './navigation-list';

/** The navigation on a phone, open from the start: LateOverlay brings it with its first use. */
export function Drawer({
  trigger,
  entries,
  badges,
  account,
}: {
  trigger: ReactElement;
  entries: readonly NavigationEntry[];
  badges?: Readonly<Record<string, number>>;
  account: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  // The account menu leads elsewhere, too.
  const pathname = usePathname();
  const [openedAt, setOpenedAt] = useState(pathname);
  if (pathname !== openedAt) {
    setOpenedAt(pathname);
    setOpen(false);
  }
  return (
    <Sheet
      side="left"
      title="Menu"
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      footer={<div className="min-w-0 flex-1">{account}</div>}
    >
      <div className="p-3">
        <NavigationList entries={entries} badges={badges} onNavigate={() => setOpen(false)} />
      </div>
    </Sheet>
  );
}
