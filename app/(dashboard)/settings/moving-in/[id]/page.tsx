import { notFound } from 'next/navigation';
import { MigrationFlow } from '@/components/business/migrations/flow';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Migration' };

async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { caller } = await requireViewer(`/settings/moving-in/${id}`, {
    needs: ['update:integrations', 'create:customers'],
    whole: true,
  });
  const first = await unlessAbsent(caller.migrations.get({ id }));
  if (!first) notFound();
  return <MigrationFlow first={first} />;
}

export default guarded(Page, 'an admin or owner');
