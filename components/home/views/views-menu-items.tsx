'use client';
import { BookmarkPlus, Check, Settings2 } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/base/dropdown-menu';
import { Link } from '@/components/ui/base/link';
import { Spinner } from '@/components/ui/base/spinner';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { listNameOf, viewHref, viewQueryOf } from './view-address';

const SaveViewDialog = lazy(() => import('./save-view-dialog').then((m) => ({ default: m.SaveViewDialog })));
const ManageViewsDialog = lazy(() =>
  import('./manage-views-dialog').then((m) => ({ default: m.ManageViewsDialog })),
);

/** Applies, saves and manages views. */
export function ViewsMenuItems({ trigger, pathname }: { trigger: ReactElement; pathname: string }) {
  const list = listNameOf(pathname);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const { data, error } = trpc.views.list.useQuery({ list });
  const views = data?.data ?? [];
  const close = () => setDialog(null);
  return (
    <>
      <DropdownMenu trigger={trigger}>
        {!data && !error && <Spinner label="Loading views" className="px-2 py-1.5" />}
        {error && <p className="px-2 py-1.5 text-destructive text-sm">{errorText(error)}</p>}
        {data && views.length === 0 && (
          <p className="max-w-64 px-2 py-1.5 text-muted text-sm">
            Your saved views appear here. Set search, filters and sort, then save them.
          </p>
        )}
        {views.map((view) => (
          <MenuItem key={view.id} asChild>
            <Link href={viewHref(pathname, view.query)} scroll={false}>
              <span className="min-w-0 flex-1 truncate">{view.name}</span>
              {view.query === viewQueryOf(window.location.search) && <Check aria-label="Current view" />}
            </Link>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setDialog('save')}>
          <BookmarkPlus aria-hidden />
          Save current view
        </MenuItem>
        {views.length > 0 && (
          <MenuItem onSelect={() => setDialog('manage')}>
            <Settings2 aria-hidden />
            Manage views
          </MenuItem>
        )}
      </DropdownMenu>
      <Suspense>
        {dialog === 'save' && <SaveViewDialog list={list} onClose={close} />}
        {dialog === 'manage' && <ManageViewsDialog views={views} onClose={close} />}
      </Suspense>
    </>
  );
}
