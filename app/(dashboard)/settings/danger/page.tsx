import { forbidden } from 'next/navigation';
import { requireViewer } from '@/app/runtime';
import { DangerPage } from '@/components/danger/danger-page';

export const metadata = { title: 'Danger zone' };

export default async function Page() {
  const { actor } = await requireViewer('/settings/danger');
  if (!actor.permissions.includes('delete:entity')) forbidden();
  return <DangerPage />;
}
