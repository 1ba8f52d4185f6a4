import { forbidden } from 'next/navigation';
import { DangerPage } from '@/components/business/danger/danger-page';
import { latestExport } from '@/components/business/tenants/latest-export';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Danger zone' };

async function Page() {
  const viewer = await requireViewer('/settings/danger');
  if (!viewer.actor.permissions.includes('delete:entity')) forbidden();
  return <DangerPage latest={await latestExport(viewer)} />;
}

export default guarded(Page, 'an owner');
