import { forbidden } from 'next/navigation';
import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { DangerPage } from '@/components/danger/danger-page';

export const metadata = { title: 'Danger zone' };

async function Page() {
  const { actor } = await requireViewer('/settings/danger');
  if (!actor.permissions.includes('delete:entity')) forbidden();
  return <DangerPage />;
}

export default guarded(Page, 'an owner');
