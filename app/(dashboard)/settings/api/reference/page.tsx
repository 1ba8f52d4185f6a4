import { forbidden } from 'next/navigation';
import { ReferencePage } from '@/components/reference/reference-page';
import { requireViewer } from '../../../../runtime';

export const metadata = { title: 'API reference' };

export default async function Page() {
  const { actor } = await requireViewer('/settings/api/reference');
  if (!actor.permissions.includes('read:usage')) forbidden();
  return <ReferencePage email={actor.email} />;
}
