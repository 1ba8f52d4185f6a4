import { forbidden } from 'next/navigation';
import { guarded } from '@/app/guarded';
import { latestExport } from '@/app/latest-export';
import { requireViewer } from '@/app/runtime';
import { DangerPage } from '@/components/danger/danger-page';

export const metadata = { title: 'Danger zone' };

async function Page() {
  const viewer = await requireViewer('/settings/danger');
  if (!viewer.actor.permissions.includes('delete:entity')) forbidden();
  return <DangerPage latest={await latestExport(viewer)} />;
}

export default guarded(Page, 'an owner');
