'use client';
import type { inferRouterOutputs } from '@trpc/server';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { signOut } from '@/components/business/auth/browser-session';
import { helpOf } from '@/components/home/guide/help-of';
import { NotificationBell } from '@/components/home/notifications/bell';
import { useCart } from '@/components/orders/cart/use-cart';
import { useCartSync } from '@/components/orders/cart/use-cart-sync';
import { ownSideOf } from '@/components/orders/own-side';
import { keepsCounts, noteOwner } from '@/components/stock/counts/owner';
import { sendDelayed } from '@/components/ui/base/delayed-act';
import { HelpContext } from '@/components/ui/base/help-link';
import { explainReasons } from '@/components/ui/forms/error-text';
import { showError } from '@/components/ui/forms/show-error';
import { AppShell, type ShellFrame } from '@/components/ui/shell/app-shell';
import type { AppRouter } from '@/server/transport/router';
import { AddressSync } from './address-sync';
import { ConnectionBar } from './connection-bar';
import { usePaletteSearch } from './palette-search';
import { PasswordGate } from './password-gate';
import { TrpcProvider, trpc } from './trpc';
import { type ViewerInfo, ViewerProvider } from './viewer';

const SignOutQuestion = lazy(() =>
  import('@/components/stock/counts/sign-out-question').then((m) => ({ default: m.SignOutQuestion })),
);
const SecondFactorNotice = lazy(() =>
  import('@/components/business/account/second-factor-notice').then((m) => ({
    default: m.SecondFactorNotice,
  })),
);
const loadStore = () => import('@/components/stock/counts/count-store');

type DashboardProps = Omit<ViewerInfo, 'locations'> & {
  userId: string;
  /** When the session needs a second factor that it hasn't shown; null for never. */
  secondFactorDue: string | null;
  frame: ShellFrame;
  /** Orders by status, of the side that the business looks at first. */
  orderCounts: inferRouterOutputs<AppRouter>['orders']['counts'];
  children: ReactNode;
};

/** What the failures of acts say is read once a page stands: until then the server's own message does. */
const loadSentences = () =>
  import('@/components/ui/forms/reason-text').then(
    ({ reasonText }) => explainReasons(reasonText),
    () => {},
  );

/** The frame of the signed-in pages, with their access to the server. */
export function Dashboard(props: DashboardProps) {
  const { user, entity, permissions, isLimited, isMailOff } = props;
  const { locations } = props.frame;
  useEffect(() => void loadSentences(), []);
  return (
    <TrpcProvider email={user.email}>
      <ViewerProvider value={{ user, entity, permissions, isLimited, locations, isMailOff }}>
        <AddressSync />
        <HelpContext value={helpOf}>
          <Frame {...props} />
        </HelpContext>
        <PasswordGate />
      </ViewerProvider>
    </TrpcProvider>
  );
}

function Frame({
  frame,
  entity,
  user,
  userId,
  secondFactorDue,
  permissions,
  isLimited,
  orderCounts,
  children,
}: DashboardProps) {
  const [unsent, setUnsent] = useState(0);
  const entityId = entity.id;
  useEffect(() => noteOwner({ userId, entityId }), [userId, entityId]);
  /** Signs out, once what wasn't sent has been sent or given up. */
  const leave = async () => {
    const kept = keepsCounts()
      ? await loadStore()
          .then(({ keptPending }) => keptPending({ userId, entityId }))
          .catch(() => [])
      : [];
    if (kept.length > 0) setUnsent(kept.length);
    else await end();
  };
  const end = async () => {
    const store = keepsCounts() ? await loadStore().catch(() => null) : null;
    store?.stopKeeping();
    await sendDelayed().catch(() => {});
    try {
      await signOut('/sign-in', store?.forgetCounts);
    } catch (error) {
      store?.resumeKeeping();
      await showError("Couldn't sign out", error);
    }
  };
  const search = usePaletteSearch();
  const counts = trpc.orders.counts.useQuery(
    { side: ownSideOf(entity.type) },
    // Known from the start: a query without data here would hide what a page has read of the same one.
    { initialData: orderCounts, refetchInterval: 15_000 },
  );
  const asked = trpc.orderRequests.list.useQuery(
    { status: 'waiting', limit: 1 },
    { enabled: entity.type !== 'retailer' && permissions.includes('read:orders'), refetchInterval: 60_000 },
  );
  useCartSync();
  const inCart = useCart().cart.suppliers.reduce((sum, { lines }) => sum + lines.length, 0);
  const pending = counts.data?.pending ?? 0;
  return (
    <AppShell
      frame={frame}
      type={entity.type}
      user={user}
      badges={{
        '/orders': entity.type === 'retailer' ? 0 : pending,
        '/order-requests': asked.data?.pagination.total ?? 0,
        '/cart': inCart,
      }}
      permissions={permissions}
      isLimited={isLimited}
      search={search}
      notifications={<NotificationBell />}
      connection={
        <>
          {secondFactorDue && (
            <Suspense>
              <SecondFactorNotice due={secondFactorDue} timezone={entity.timezone} />
            </Suspense>
          )}
          <ConnectionBar />
        </>
      }
      onSignOut={() => void leave()}
    >
      {children}
      {unsent > 0 && (
        <Suspense>
          <SignOutQuestion unsent={unsent} onClose={() => setUnsent(0)} onConfirm={end} />
        </Suspense>
      )}
    </AppShell>
  );
}
