import { redirect } from 'next/navigation';
import { ResumedPanel, SuspendedPanel } from '@/components/tenants/suspended-panel';
import { findMember, runtime } from '../runtime';

export const metadata = { title: 'Suspended' };

export default async function SuspendedPage() {
  const viewer = await findMember();
  if (!viewer) redirect('/sign-in');
  const { actor } = viewer;
  const { name, suspension, timezone } = actor.entity;
  if (suspension === null) return <ResumedPanel business={name} />;
  const recalls = await runtime().openRecallsOf(actor);
  const exports = actor.permissions.includes('delete:entity');
  return <SuspendedPanel {...{ reason: suspension, recalls, timezone, exports }} business={name} />;
}
