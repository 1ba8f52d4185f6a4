'use client';
import { usePathname, useRouter } from 'next/navigation';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { mayNavigate } from '@/components/ui/base/before-navigate';
import { SkipLink } from '@/components/ui/base/skip-link';
import { useShortcuts } from '@/components/ui/base/use-shortcuts';
import type { EntityType, Permission } from '@/server/kernel/permissions';
import type { Creation } from './creations';
import { currentEntry, familyOf } from './current-entry';
import { FamilyTabs } from './family-tabs';
import type { LocationChoice } from './location-choice';
import type { NavigationEntry } from './navigation';
import { PageChangeBar } from './page-change-bar';
import type { PaletteSearch } from './palette-types';
import { RouteFocus } from './route-focus';
import type { SettingsSection } from './settings-navigation';
import { ShellProvider } from './shell-context';
import { TopBar } from './top-bar';
import { useSoftLinks } from './use-soft-links';
import { UserMenu } from './user-menu';
import type { ShellUser } from './user-menu-items';

// None is needed to read the first page; the palette comes when the pointer nears it or Ctrl goes down.
const loadPalette = () => import('./command-palette');
const CommandPalette = lazy(() => loadPalette().then((m) => ({ default: m.CommandPalette })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog').then((m) => ({ default: m.ShortcutsDialog })),
);

/** What the server renders and reads for the frame. */
export type ShellFrame = {
  sidebar: ReactNode;
  tabs: ReactNode;
  /** The entries of the navigation, and the sections of the settings. */
  pages: readonly NavigationEntry[];
  sections: readonly SettingsSection[];
  creations: readonly Creation[];
  /** Those that the member may see. */
  locations: readonly LocationChoice[];
  /** The chosen one of them; null for all. */
  location: string | null;
};

/** The frame of every signed-in page: sidebar, top bar, tabs on a phone, palette, shortcuts, focus. */
export function AppShell({
  frame: { sidebar, tabs, pages, sections, creations, locations, location },
  type,
  user,
  badges,
  permissions,
  isLimited,
  notifications,
  connection,
  search,
  onSignOut,
  children,
}: {
  frame: ShellFrame;
  type: EntityType;
  user: ShellUser;
  /** Numbers beside entries, by address: `{ '/orders': 3 }`. */
  badges: Readonly<Record<string, number>>;
  permissions: readonly Permission[];
  /** Whether the member is limited to locations. */
  isLimited: boolean;
  /** The bell in the top bar. */
  notifications?: ReactNode;
  /** What is said of the connection to the server. */
  connection?: ReactNode;
  search?: PaletteSearch;
  onSignOut: () => void;
  children: ReactNode;
}) {
  const router = useRouter();
  const pathname = usePathname();
  const current = currentEntry(pages, pathname);
  const family = familyOf(pages, pathname);
  const parent = pages.find(({ href }) => href === current)?.under ?? current;
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  const go = (href: string) => {
    if (mayNavigate(href)) router.push(href);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette();
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setPalette((open) => !open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useSoftLinks();
  const openPalette = (event: KeyboardEvent) => {
    event.preventDefault();
    setPalette(true);
  };
  const places = [...pages, ...sections].filter(({ letter }) => letter !== undefined);
  useShortcuts({
    'Shift+?': () => setHelp(true),
    '/': openPalette,
    // On many keyboards the slash needs Shift.
    'Shift+/': openPalette,
    ...Object.fromEntries(
      creations
        .map(({ keys = '', href }) => [keys.toLowerCase(), () => go(href)] as const)
        .filter(([keys]) => keys),
    ),
    ...Object.fromEntries(places.map(({ letter, href }) => [`g ${letter}`, () => go(href)])),
  });

  return (
    <ShellProvider value={{ current: parent, badges }}>
      <SkipLink />
      <PageChangeBar />
      <RouteFocus />
      <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)] rail:grid-cols-[3.5rem_minmax(0,1fr)] print:block!">
        {sidebar}
        <div className="flex min-w-0 flex-col max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))] print:pb-0!">
          {connection}
          <TopBar
            locations={locations}
            location={location}
            creations={creations}
            notifications={notifications}
            account={<UserMenu user={user} onShortcuts={() => setHelp(true)} onSignOut={onSignOut} />}
            onSearch={() => setPalette(true)}
            onApproachSearch={() => void loadPalette()}
          />
          {family.length > 0 && <FamilyTabs family={family} current={pathname} />}
          <main
            id="content"
            tabIndex={-1}
            className="w-full min-w-0 flex-1 px-4 py-5 outline-none max-md:has-[[data-phone-bar]]:pb-24 md:px-6 md:py-6 print:p-0"
          >
            <div className="mx-auto max-w-page">{children}</div>
          </main>
        </div>
        {tabs}
      </div>
      <Suspense>
        {palette && (
          <CommandPalette
            open
            onOpenChange={setPalette}
            pages={pages}
            sections={sections}
            creations={creations}
            owner={user.email}
            type={type}
            permissions={permissions}
            isLimited={isLimited}
            onShortcuts={() => setHelp(true)}
            onSignOut={onSignOut}
            search={search}
            onNavigate={go}
          />
        )}
        {help && <ShortcutsDialog open onOpenChange={setHelp} places={places} creations={creations} />}
      </Suspense>
    </ShellProvider>
  );
}
