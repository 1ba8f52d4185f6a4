'use client';
import { BookOpen, Plus } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { COLUMNS } from './columns';
import { menusList } from './list';

const MenuDialog = lazy(() => import('./menu-dialog').then((m) => ({ default: m.MenuDialog })));

/** The menus of the business, with who looked at them and what waits. */
export function MenusPage() {
  const router = useRouter();
  const { can } = useViewer();
  const create = trpc.menus.create.useMutation();
  const list = useServerList(menusList, trpc.menus.list, { steady: false });
  // Create → Menu leads here.
  const isAsked = useSearchParams().get('new') === 'true';
  const [adding, setAdding] = useState(isAsked && can('create:menus'));
  const add = can('create:menus') && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New menu
    </Button>
  );
  return (
    <ListPage
      title="Menus"
      actions={add}
      list={list}
      columns={COLUMNS}
      rowLabel={({ name }) => name}
      empty={
        <EmptyState icon={BookOpen} title="No menus yet" action={add}>
          Your menus appear here: what you sell, live, behind a link that any shop can open and order from.
        </EmptyState>
      }
    >
      <Suspense>
        {adding && (
          <MenuDialog
            onSave={async (body) => {
              const { id } = await create.mutateAsync(body);
              router.push(`/menus/${id}`);
              return 'leaving';
            }}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
