'use client';
import { Command } from 'cmdk';
import {
  CircleHelp,
  CornerDownLeft,
  FileSearch,
  History,
  ListFilter,
  Search,
  Settings,
  Zap,
} from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { grouped } from '@/components/ui/base/grouped';
import { Kbd } from '@/components/ui/base/kbd';
import { overlayStyle } from '@/components/ui/base/overlay-style';
import { Spinner } from '@/components/ui/base/spinner';
import { useActiveOption } from '@/components/ui/base/use-active-option';
import type { EntityType, Permission } from '@/server/kernel/permissions';
import type { Creation } from './creations';
import type { NavigationEntry } from './navigation';
import { NavigationIcon } from './navigation-icon';
import { actionsFor } from './palette-actions';
import { filtersFor } from './palette-filters';
import { rank } from './palette-rank';
import { keepRecent, recentOf } from './palette-recent';
import type { PaletteAction, PaletteResult, PaletteSearch } from './palette-types';
import type { SettingsSection } from './settings-navigation';
import { useGuide } from './use-guide';

const DEBOUNCE_MS = 120;
const GO_TO = ['go to', 'page'];
const SETTINGS = ['settings', 'go to', 'page'];

const itemStyle =
  'group flex min-h-9 max-md:min-h-11 select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-hover [&_.nav-icon]:text-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted';
const groupStyle =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs';

type Found = { query: string; results: readonly PaletteResult[] };
const NOTHING: Found = { query: '', results: [] };

/** Results for the query; a response that arrives after a newer query is dropped. */
function useResults(query: string, search: PaletteSearch | undefined) {
  const [found, setFound] = useState<Found>(NOTHING);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const text = query.trim();
    if (!search || text === '') {
      setFound(NOTHING);
      setBusy(false);
      return;
    }
    const abort = new AbortController();
    setBusy(true);
    const timer = setTimeout(() => {
      search(text, abort.signal)
        .catch(() => [])
        .then((results) => {
          if (abort.signal.aborted) return;
          setFound({ query: text, results });
          setBusy(false);
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, search]);
  return { found, busy };
}

/** The label comes first among cmdk's keywords: `rank` tells it from the others by its place. */
const rankItem = (_id: string, query: string, [label = '', ...keywords]: string[] = []) =>
  rank(query, label, keywords);

function Item({
  id,
  label,
  keywords = [],
  icon,
  onSelect,
  hint,
  status,
  isClose = false,
  keys = '',
}: {
  id: string;
  label: string;
  keywords?: readonly string[];
  icon: ReactNode;
  onSelect: () => void;
  hint?: ReactNode;
  /** Of an object: its state, and whether it was found by a word that is one letter off. */
  status?: string;
  isClose?: boolean;
  /** Its shortcut: "G O". */
  keys?: string;
}) {
  return (
    <Command.Item value={id} keywords={[label, ...keywords]} onSelect={onSelect} className={itemStyle}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint && <span className="truncate text-muted text-sm">{hint}</span>}
      {status && <Badge>{status}</Badge>}
      {isClose && <Badge>Close match</Badge>}
      {keys && (
        <span aria-hidden className="flex shrink-0 gap-1 max-md:hidden">
          {[...keys.split(' ').entries()].map(([place, key]) => (
            <Kbd key={`${place} ${key}`}>{key}</Kbd>
          ))}
        </span>
      )}
      <CornerDownLeft aria-hidden className="opacity-0 group-data-[selected=true]:opacity-100" />
    </Command.Item>
  );
}

function List(props: ComponentProps<typeof Command>) {
  const root = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState('');
  useActiveOption(root, setMarked);
  return <Command ref={root} {...props} value={marked} onValueChange={setMarked} />;
}

/** Records, pages, filtered lists and actions behind one field. */
export function CommandPalette({
  open,
  onOpenChange,
  pages,
  sections,
  creations,
  type,
  permissions,
  isLimited,
  owner,
  search,
  onNavigate,
  onShortcuts,
  onSignOut,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pages: readonly NavigationEntry[];
  sections: readonly SettingsSection[];
  creations: readonly Creation[];
  type: EntityType;
  permissions: readonly Permission[];
  /** Whether the member is limited to locations. */
  isLimited: boolean;
  /** The member's email: each keeps their own recent choices. */
  owner: string;
  search?: PaletteSearch;
  onNavigate: (href: string) => void;
  onShortcuts: () => void;
  onSignOut: () => void;
}) {
  const keysOf = (href: string) => creations.find((one) => one.href === href)?.keys ?? '';
  const actions: PaletteAction[] = [
    ...actionsFor(permissions, type, isLimited),
    { label: 'Keyboard shortcuts', keywords: ['keys', 'help'], run: onShortcuts, keys: '?' },
    { label: 'Sign out', keywords: ['log out', 'leave'], run: onSignOut },
  ];
  const [query, setQuery] = useState('');
  const { found, busy } = useResults(query, search);
  const guide = useGuide(query);
  /** The text on which Enter was pressed before anything was found: its first result is opened once it is there. */
  const [entered, setEntered] = useState<string | null>(null);
  const [recent] = useState(() => recentOf(owner));
  const isTyping = query.trim() !== '';
  const choose = (result: PaletteResult) =>
    leave(() => {
      keepRecent(owner, result);
      onNavigate(result.href);
    });
  const isSearching = isTyping && search !== undefined && (busy || found.query !== query.trim());
  useEffect(() => {
    if (entered === null || isSearching) return;
    setEntered(null);
    const [first] = found.results;
    if (entered === query && first) choose(first)();
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isSearching) return;
    if (event.currentTarget.closest('[cmdk-root]')?.querySelector('[aria-selected=true]')) return;
    event.preventDefault();
    setEntered(query);
    // What is typed next replaces it.
    event.currentTarget.select();
  };
  /** A heading with how many of its entries fit. */
  const heading = (name: string, entries: readonly { label: string; keywords?: readonly string[] }[]) => {
    const count = isTyping
      ? entries.filter(({ label, keywords }) => rank(query, label, keywords) > 0).length
      : entries.length;
    return `${name} · ${count}`;
  };
  const leave = (act: () => void) => () => {
    onOpenChange(false);
    setQuery('');
    act();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayStyle} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-border bg-raised shadow-lg outline-none"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <List label="Search and commands" filter={rankItem} loop className="flex flex-col outline-none">
            <div className="flex items-center gap-2.5 border-border border-b px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <Command.Input
                aria-label="Search and commands"
                value={query}
                onValueChange={setQuery}
                onKeyDown={onKeyDown}
                maxLength={200}
                placeholder="Search orders, customers, products, tags…"
                className="h-12 w-full bg-transparent text-base outline-none"
              />
              {busy && <Spinner className="shrink-0 text-muted" />}
            </div>
            {!busy && (
              <Command.Empty role="status" className="px-4 py-8 text-center text-muted">
                No results for “{query}”
              </Command.Empty>
            )}
            <Command.List label="Results" className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5">
              {!isTyping && recent.length > 0 && (
                <Command.Group heading={`Recent · ${recent.length}`} className={groupStyle}>
                  {recent.map((result) => (
                    <Item
                      key={result.id}
                      id={`recent ${result.id}`}
                      label={result.label}
                      icon={<History aria-hidden />}
                      hint={result.detail}
                      onSelect={choose(result)}
                    />
                  ))}
                </Command.Group>
              )}
              {grouped(found.results, ({ group = 'Results' }) => group).map(({ first, all }) => (
                <Command.Group
                  key={first.group ?? 'Results'}
                  heading={`${first.group ?? 'Results'} · ${all.length}${first.hasMore ? '+' : ''}`}
                  className={groupStyle}
                >
                  {all.map((result) => (
                    <Item
                      key={result.id}
                      id={`result ${result.id}`}
                      label={result.label}
                      keywords={[found.query, result.detail ?? '']}
                      icon={<FileSearch aria-hidden />}
                      hint={result.detail}
                      status={result.status}
                      isClose={result.isClose}
                      onSelect={choose(result)}
                    />
                  ))}
                </Command.Group>
              ))}
              <Command.Group
                heading={heading('Pages', [
                  ...pages.map(({ label }) => ({ label, keywords: GO_TO })),
                  ...sections.map(({ label }) => ({ label, keywords: SETTINGS })),
                ])}
                className={groupStyle}
              >
                {pages.map(({ href, label, icon, letter }) => (
                  <Item
                    key={href}
                    id={`page ${href}`}
                    label={label}
                    keywords={GO_TO}
                    icon={<NavigationIcon name={icon} />}
                    keys={letter && `G ${letter.toUpperCase()}`}
                    onSelect={choose({ id: href, label, href })}
                  />
                ))}
                {sections.map(({ href, label }) => (
                  <Item
                    key={href}
                    id={`page ${href}`}
                    label={label}
                    keywords={SETTINGS}
                    icon={<Settings aria-hidden />}
                    hint="Settings"
                    onSelect={choose({ id: href, label, detail: 'Settings', href })}
                  />
                ))}
              </Command.Group>
              <Command.Group heading={heading('Filters', filtersFor(type))} className={groupStyle}>
                {filtersFor(type).map(({ href, label, keywords }) => (
                  <Item
                    key={href}
                    id={`filter ${href}`}
                    label={label}
                    keywords={keywords}
                    icon={<ListFilter aria-hidden />}
                    onSelect={choose({ id: href, label, href })}
                  />
                ))}
              </Command.Group>
              <Command.Group heading={heading('Actions', actions)} className={groupStyle}>
                {actions.map((action) => (
                  <Item
                    key={action.label}
                    id={`action ${action.label}`}
                    label={action.label}
                    keywords={action.keywords}
                    icon={<Zap aria-hidden />}
                    keys={action.keys ?? keysOf('href' in action ? action.href : '')}
                    onSelect={leave(() => ('href' in action ? onNavigate(action.href) : action.run()))}
                  />
                ))}
              </Command.Group>
              {guide.length > 0 && (
                <Command.Group heading="Help" className={groupStyle}>
                  {guide.map(({ href, title, words }) => (
                    <Item
                      key={href}
                      id={`help ${href}`}
                      label={title}
                      keywords={['help', 'how to', words]}
                      icon={<CircleHelp aria-hidden />}
                      onSelect={leave(() => window.open(href, '_blank', 'noreferrer'))}
                    />
                  ))}
                </Command.Group>
              )}
            </Command.List>
          </List>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
