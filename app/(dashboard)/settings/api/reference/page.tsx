import { ReferencePage } from '@/components/reference/reference-page';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';
import { requireViewer } from '../../../../runtime';

export const metadata = { title: 'API reference' };

export default async function Page() {
  const { actor } = await requireViewer('/settings/api/reference');
  if (!actor.permissions.includes('read:usage')) return <ForbiddenPanel needs="an admin or owner" />;
  return <ReferencePage email={actor.email} />;
}
