import { headers } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { Dashboard } from '@/components/providers/dashboard';
import { navigationFor } from '@/components/shell/navigation';
import { requireViewer } from '../runtime';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const head = await headers();
  const { actor, caller } = await requireViewer(head.get('x-page-path') ?? '/');
  const counts = actor.entity.type === 'cultivator' ? null : await caller.orders.counts({});
  return (
    <Dashboard
      navigation={navigationFor(actor.role, actor.entity.type)}
      entity={{
        id: actor.entity.id,
        name: actor.entity.name,
        type: actor.entity.type,
        timezone: actor.entity.timezone,
      }}
      user={{ name: actor.name, email: actor.email, role: actor.role }}
      permissions={actor.permissions}
      pendingOrders={counts?.pending ?? null}
    >
      <NuqsAdapter>{children}</NuqsAdapter>
    </Dashboard>
  );
}
