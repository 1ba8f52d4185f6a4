import { cookies, headers } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { ownSideOf } from '@/components/orders/own-side';
import { DeviceHint } from '@/components/ui/data-table/use-wide-screen';
import { Dashboard } from '@/components/ui/providers/dashboard';
import { BottomTabs } from '@/components/ui/shell/bottom-tabs';
import { creationsFor } from '@/components/ui/shell/creations';
import { LOCATION_COOKIE } from '@/components/ui/shell/location-choice';
import { navigationFor } from '@/components/ui/shell/navigation';
import { settingsSections } from '@/components/ui/shell/settings-navigation';
import { Sidebar } from '@/components/ui/shell/sidebar';
import { VendorsBand } from '@/components/ui/shell/vendors-band';
import type { Permission } from '@/server/kernel/permissions';
import type { Viewer } from '@/server/transport/runtime';
import { locationsOf, orderCountsOf, runtime } from './runtime';

/** Rights to what counts in the whole business, which members limited to locations can't use. */
const WHOLE: readonly Permission[] = ['create:payments', 'void:payments', 'export:books', 'recall:batches'];

/** Whether a request comes from a phone: by its client hint, else by its user agent. */
function isPhone(head: Headers): boolean {
  const hint = head.get('sec-ch-ua-mobile');
  return hint ? hint === '?1' : /\bMobi/.test(head.get('user-agent') ?? '');
}

/** The frame of a signed-in page. */
export async function Frame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const { actor } = viewer;
  const { entity, role, locationIds } = actor;
  const isLimited = actor.locationLimit !== null;
  const permissions = actor.permissions.filter((right) => !isLimited || !WHOLE.includes(right));
  const [jar, head, counts, all] = await Promise.all([
    cookies(),
    headers(),
    orderCountsOf(viewer, ownSideOf(entity.type)),
    locationsOf(viewer),
  ]);
  const locations = all
    .filter(({ id, active }) => active && (locationIds === null || locationIds.includes(id)))
    .map(({ id, name }) => ({ id, name }));
  const kept = jar.get(LOCATION_COOKIE)?.value;
  const navigation = navigationFor(role, entity.type, isLimited);
  return (
    <Dashboard
      frame={{
        sidebar: <Sidebar navigation={navigation} entity={entity} />,
        tabs: <BottomTabs navigation={navigation} entity={entity} />,
        pages: navigation.pages,
        sections: settingsSections(role, entity.type, isLimited),
        creations: creationsFor(permissions, entity.type),
        locations,
        location: locations.find(({ id }) => id === kept)?.id ?? null,
      }}
      entity={{ id: entity.id, name: entity.name, type: entity.type, timezone: entity.timezone }}
      userId={actor.userId}
      secondFactorDue={actor.secondFactorDue}
      user={{ name: actor.name, email: actor.email, role }}
      permissions={permissions}
      isLimited={isLimited}
      isMailOff={runtime().isMailOff}
      orderCounts={counts}
    >
      <NuqsAdapter>
        <DeviceHint phone={isPhone(head)}>
          <VendorsBand vendors={runtime().replacedVendors} />
          {children}
        </DeviceHint>
      </NuqsAdapter>
    </Dashboard>
  );
}
