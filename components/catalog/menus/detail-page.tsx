'use client';
import { CalendarClock, Mail, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { formatDate, formatMoney, formatNumber } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { MenuLinks } from './menu-links';
import { MenuSends } from './menu-sends';
import { ShareCard } from './share-card';
import { MenuBadge } from './status-badge';
import type { Menu } from './types';

const MenuDialog = lazy(() => import('./menu-dialog').then((m) => ({ default: m.MenuDialog })));

const MailDialog = lazy(() => import('./mail-dialog').then((m) => ({ default: m.MailDialog })));

const POLL_MS = 30_000;
const AVAILABILITY = { exact: 'Exact amounts', levels: 'In stock, low or out', hidden: 'Hidden' } as const;

/** What a menu shows. */
function factsOf(menu: Menu) {
  return [
    { term: 'Views, 7 days', value: formatNumber(menu.views_7_days) },
    { term: 'Prices', value: menu.prices === 'shown' ? 'Shown' : 'Hidden' },
    { term: 'Availability', value: AVAILABILITY[menu.availability] },
    {
      term: 'Minimum order',
      value: menu.minimum_order === null ? 'Of your business' : formatMoney(menu.minimum_order),
    },
    { term: 'Passcode', value: menu.has_passcode ? 'Asked for' : 'None' },
    { term: 'Last day', value: menu.expires_on ? formatDate(menu.expires_on) : 'No end' },
  ];
}

/** A menu: its link in every form, who opened it, and what was asked for. */
export function MenuPage({ first }: { first: Menu }) {
  const router = useRouter();
  const { can } = useViewer();
  const [dialog, setDialog] = useState<'edit' | 'send' | 'weekly' | 'rotate' | 'delete' | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  const query = trpc.menus.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS, enabled: !gone });
  const menu = query.data ?? first;
  const update = trpc.menus.update.useMutation();
  const rotate = trpc.menus.rotate.useMutation();
  const remove = trpc.menus.delete.useMutation();
  const close = () => setDialog(null);
  const trying = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      setAlert(errorText(error));
    }
    return true;
  };
  const isActive = menu.status === 'active';
  return (
    <>
      <ResourcePage
        query={query}
        alert={alert}
        historyOf={gone ? undefined : menu.id}
        title={menu.name}
        breadcrumbs={[{ label: 'Menus', href: '/menus' }]}
        badge={<MenuBadge status={menu.status} />}
        actions={
          can('update:menus') && (
            <>
              <Button variant="primary" onClick={() => setDialog('send')}>
                <Mail aria-hidden />
                Send
              </Button>
              <Button onClick={() => setDialog('weekly')}>
                <CalendarClock aria-hidden />
                Mail each week
              </Button>
              {menu.schedule && (
                <Button
                  pending={update.isPending}
                  onClick={() => trying(() => update.mutateAsync({ id: menu.id, schedule: null }))}
                >
                  End weekly mail
                </Button>
              )}
              <Button onClick={() => setDialog('edit')}>
                <Pencil aria-hidden />
                Edit menu
              </Button>
              {menu.status !== 'expired' && (
                <Button
                  pending={update.isPending}
                  onClick={() =>
                    trying(() => update.mutateAsync({ id: menu.id, status: isActive ? 'off' : 'active' }))
                  }
                >
                  {isActive ? 'Turn link off' : 'Turn link on'}
                </Button>
              )}
              <Button onClick={() => setDialog('rotate')}>
                <RotateCw aria-hidden />
                Make new link
              </Button>
              <Button className="text-destructive" onClick={() => setDialog('delete')}>
                <Trash2 aria-hidden />
                Delete menu
              </Button>
            </>
          )
        }
        aside={
          <Card title="What it shows">
            <DefinitionList items={factsOf(menu)} />
          </Card>
        }
      >
        <ShareCard menu={menu} />
        {menu.requests_waiting > 0 && (
          <p>
            <Link className="text-link hover:underline" href={`/order-requests?menu_id=${menu.id}`}>
              {menu.requests_waiting === 1
                ? '1 order request waits for you'
                : `${formatNumber(menu.requests_waiting)} order requests wait for you`}
            </Link>
          </p>
        )}
        <MenuLinks menu={menu} />
        <MenuSends menu={menu} />
      </ResourcePage>
      <Suspense>
        {dialog === 'edit' && (
          <MenuDialog
            menu={menu}
            onSave={async (body) => {
              await update.mutateAsync({ id: menu.id, ...body });
              close();
            }}
            onClose={close}
          />
        )}
        {(dialog === 'send' || dialog === 'weekly') && (
          <MailDialog menu={menu} weekly={dialog === 'weekly'} onClose={close} />
        )}
      </Suspense>
      <ConfirmDialog
        open={dialog === 'rotate'}
        onOpenChange={(open) => !open && close()}
        title="Make a new link?"
        description="The present link stops working at once, also where it is printed or saved."
        confirmLabel="Make new link"
        cancelLabel="Keep link"
        onConfirm={() =>
          trying(async () => {
            await rotate.mutateAsync({ id: menu.id });
            showDone('New link made', menu.name);
            close();
          })
        }
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={(open) => !open && close()}
        title={`Delete ${menu.name}?`}
        description="Its links stop working at once. Requests that came from it stay."
        confirmLabel="Delete menu"
        cancelLabel="Keep menu"
        onConfirm={() =>
          trying(async () => {
            setGone(true);
            await remove.mutateAsync({ id: menu.id });
            showDone('Menu deleted', menu.name);
            router.push('/menus');
          })
        }
      />
    </>
  );
}
