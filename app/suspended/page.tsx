import { redirect } from 'next/navigation';
import { ResumedPanel, SuspendedPanel } from '@/components/business/tenants/suspended-panel';
import { latestExport, mayExport } from '../../components/business/tenants/latest-export';
import { findMember, runtime } from '../../components/ui/pages/runtime';

export const metadata = { title: 'Suspended' };

export default async function SuspendedPage() {
  const viewer = await findMember();
  if (!viewer) redirect('/sign-in');
  const { actor } = viewer;
  const { id, name, suspension, timezone } = actor.entity;
  if (suspension === null) return <ResumedPanel business={name} />;
  const [recalls, latest] = await Promise.all([runtime().openRecallsOf(actor), latestExport(viewer)]);
  const restricted = mayExport(actor) ? actor.restricted : null;
  return (
    <SuspendedPanel
      {...{ reason: suspension, recalls, timezone, latest, restricted }}
      business={name}
      businessId={id}
    />
  );
}
