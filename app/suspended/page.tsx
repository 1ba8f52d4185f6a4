import { redirect } from 'next/navigation';
import { ResumedPanel, SuspendedPanel } from '@/components/tenants/suspended-panel';
import { latestExport } from '../latest-export';
import { findMember, runtime } from '../runtime';

export const metadata = { title: 'Suspended' };

export default async function SuspendedPage() {
  const viewer = await findMember();
  if (!viewer) redirect('/sign-in');
  const { actor } = viewer;
  const { id, name, suspension, timezone } = actor.entity;
  if (suspension === null) return <ResumedPanel business={name} />;
  const [recalls, latest] = await Promise.all([runtime().openRecallsOf(actor), latestExport(viewer)]);
  return (
    <SuspendedPanel {...{ reason: suspension, recalls, timezone, latest }} business={name} businessId={id} />
  );
}
