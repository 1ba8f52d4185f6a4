'use client';
import { Menu } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { mayNavigate } from '@/components/ui/before-navigate';
import { IconButton } from '@/components/ui/icon-button';
import { LateOverlay } from '@/components/ui/late-overlay';
import { SkipLink } from '@/components/ui/skip-link';
import { TooltipProvider } from '@/components/ui/tooltip';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import type { EntityType, Permission } from '@/server/kernel/permissions';
import { EntityHeading } from './entity-heading';
import type { NavigationEntry } from './navigation';
import { NavigationList } from './navigation-list';
import { PaletteButton } from './palette-button';
import type { PaletteSearch } from './palette-types';
import { RouteFocus } from './route-focus';
import { UserMenu } from './user-menu';
import type { ShellUser } from './user-menu-items';

// None is needed to read the first page; the palette comes when the pointer nears it or Ctrl goes down.
const loadPalette = () => import('./command-palette');
const CommandPalette = lazy(() => loadPalette().then((m) => ({ default: m.CommandPalette })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog').then((m) => ({ default: m.ShortcutsDialog })),
);

const loadDrawer = () => import('./drawer');
const Drawer = lazy(() => loadDrawer().then((m) => ({ default: m.Drawer })));

/** The frame of every signed-in page: sidebar, top bar, drawer on a phone, palette, shortcuts, focus. */
export function AppShell({
  navigation,
  entity,
  user,
  badges,
  permissions,
  search,
  onSignOut,
  children,
}: {
  navigation: readonly NavigationEntry[];
  entity: { name: string; type: EntityType };
  user: ShellUser;
  /** Numbers beside entries, by address: `{ '/orders': 3 }`. */
  badges?: Readonly<Record<string, number>>;
  permissions: readonly Permission[];
  search?: PaletteSearch;
  onSignOut: () => void;
  children: ReactNode;
}) {
  const router = useRouter();
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
  useShortcuts({
    'Shift+?': () => setHelp(true),
    ...Object.fromEntries(navigation.map((entry) => [`g ${entry.letter}`, () => go(entry.href)])),
  });

  const account = <UserMenu user={user} onShortcuts={() => setHelp(true)} onSignOut={onSignOut} />;
  return (
    <TooltipProvider>
      <SkipLink />
      <RouteFocus />
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside
          aria-label="Sidebar"
          className="sticky top-0 flex h-dvh flex-col border-border border-r bg-surface max-lg:hidden print:hidden"
        >
          <div className="flex h-14 shrink-0 items-center px-4">
            <EntityHeading {...entity} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-3">
            <NavigationList entries={navigation} badges={badges} />
          </div>
          <div className="border-border border-t p-2">{account}</div>
        </aside>
        <div className="flex min-w-0 flex-col">
          <header className="sticky top-0 z-40 flex h-14 shrink-0 items-center gap-2 border-border border-b bg-surface px-3 md:px-6 print:hidden">
            <LateOverlay
              kind="dialog"
              load={loadDrawer}
              trigger={<IconButton icon={Menu} label="Open menu" className="lg:hidden" />}
            >
              {(trigger) => (
                <Drawer trigger={trigger} entries={navigation} badges={badges} account={account} />
              )}
            </LateOverlay>
            <div className="min-w-0 flex-1 lg:hidden">
              <EntityHeading {...entity} />
            </div>
            <PaletteButton onOpen={() => setPalette(true)} onApproach={() => void loadPalette()} />
          </header>
          <main
            id="content"
            tabIndex={-1}
            className="w-full min-w-0 flex-1 px-4 py-5 outline-none md:px-6 md:py-6"
          >
            <div className="mx-auto max-w-page">{children}</div>
          </main>
        </div>
      </div>
      <Suspense>
        {palette && (
          <CommandPalette
            open
            onOpenChange={setPalette}
            entries={navigation}
            permissions={permissions}
            onShortcuts={() => setHelp(true)}
            onSignOut={onSignOut}
            search={search}
            onNavigate={go}
          />
        )}
        {help && <ShortcutsDialog open onOpenChange={setHelp} entries={navigation} />}
      </Suspense>
    </TooltipProvider>
  );
}
