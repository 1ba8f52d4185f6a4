'use client';
import { type ReactNode, Suspense } from 'react';
import { CreateMenu } from './create-menu';
import type { Creation } from './creations';
import type { LocationChoice } from './location-choice';
import { LocationSwitcher } from './location-switcher';
import { PaletteButton } from './palette-button';

/** Location, search, Create, notifications and account, above every signed-in page. */
export function TopBar({
  locations,
  location,
  creations,
  notifications,
  account,
  onSearch,
  onApproachSearch,
}: {
  locations: readonly LocationChoice[];
  location: string | null;
  creations: readonly Creation[];
  /** The bell. */
  notifications?: ReactNode;
  account: ReactNode;
  onSearch: () => void;
  onApproachSearch: () => void;
}) {
  return (
    <header className="sticky top-0 z-40 flex h-14 shrink-0 items-center gap-1 border-border border-b bg-surface px-2 md:gap-2 md:px-6 print:hidden">
      <div className="flex min-w-0 flex-1 md:-ml-2.5">
        <Suspense>
          <LocationSwitcher locations={locations} kept={location} />
        </Suspense>
      </div>
      <PaletteButton onOpen={onSearch} onApproach={onApproachSearch} />
      <CreateMenu creations={creations} />
      {notifications}
      {account}
    </header>
  );
}
