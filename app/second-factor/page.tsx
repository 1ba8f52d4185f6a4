import { redirect } from 'next/navigation';
import { SecondFactorPanel } from '@/components/business/account/second-factor-panel';
import { findMember, runtime } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Second factor' };

/** All that a session sees that lacks the second factor that its business requires. */
export default async function SecondFactorPage() {
  const viewer = await findMember();
  if (!viewer) redirect('/sign-in');
  const { entity, name, email, role, restricted, permissions } = viewer.actor;
  if (entity.suspension !== null && restricted === null) redirect('/suspended');
  return (
    <SecondFactorPanel
      restricted={restricted}
      viewer={{
        user: { name, email, role },
        entity: { id: entity.id, name: entity.name, type: entity.type, timezone: entity.timezone },
        permissions,
        isLimited: viewer.actor.locationLimit !== null,
        locations: [],
        isMailOff: runtime().isMailOff,
      }}
    />
  );
}
