'use client';
import { CalendarClock, CalendarX, Link2, Link2Off, Mail, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { MoreMenu } from '@/components/ui/base/more-menu';
import { showDone } from '@/components/ui/base/toast';
import { formatCount, formatDate, formatMoney, formatNumber } from '@/components/ui/format';
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

/** "All that you sell, less 2 categories" or "12 chosen items". */
function goodsText({ goods, variant_ids, categories, brands }: Menu): string {
  if (goods === 'chosen') return `${formatCount(variant_ids.length, 'chosen item')}`;
  const less = [
    categories.length > 0 && formatCount(categories.length, 'category', 'categories'),
    brands.length > 0 && formatCount(brands.length, 'brand'),
  ].filter(Boolean);
  return less.length > 0 ? `All that you sell, less ${less.join(' and ')}` : 'All that you sell';
}

/** What a menu shows. @param customer whose it is; null for everybody's */
function factsOf(menu: Menu, customer: string | null, location: string | null) {
  return [
    { term: 'Views, 7 days', value: formatNumber(menu.views_7_days) },
    { term: 'For', value: menu.customer_id ? (customer ?? 'One customer') : 'Everybody with the link' },
    { term: 'Goods', value: goodsText(menu) },
    ...(location ? [{ term: 'Stock of', value: location }] : []),
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
  const { can, locations } = useViewer();
  const [dialog, setDialog] = useState<'edit' | 'send' | 'weekly' | 'rotate' | 'delete' | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  const query = trpc.menus.get.useQuery({ id: first.id }, { refetchInterval: POLL_MS, enabled: !gone });
  const menu = query.data ?? first;
  const customer = trpc.customers.get.useQuery(
    { id: menu.customer_id ?? '' },
    { enabled: menu.customer_id !== null && can('read:customers') },
  );
  const location = locations.find(({ id }) => id === menu.location_id);
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
  const change = (fields: { schedule: null } | { status: 'off' | 'active' }) =>
    trying(() => update.mutateAsync({ id: menu.id, ...fields }));
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
              <Button onClick={() => setDialog('edit')}>
                <Pencil aria-hidden />
                Edit menu
              </Button>
              <MoreMenu
                acts={[
                  menu.schedule !== null && {
                    label: 'End weekly mail',
                    icon: CalendarX,
                    act: () => void change({ schedule: null }),
                  },
                  menu.status !== 'expired' && {
                    label: isActive ? 'Turn link off' : 'Turn link on',
                    icon: isActive ? Link2Off : Link2,
                    act: () => void change({ status: isActive ? 'off' : 'active' }),
                  },
                  { label: 'Make new link', icon: RotateCw, act: () => setDialog('rotate') },
                  { label: 'Delete menu', icon: Trash2, destructive: true, act: () => setDialog('delete') },
                ]}
              />
            </>
          )
        }
        aside={
          <Card title="What it shows">
            <DefinitionList items={factsOf(menu, customer.data?.name ?? null, location?.name ?? null)} />
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
