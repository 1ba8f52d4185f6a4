import { MovingInPage } from '@/components/business/migrations/start';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Move in' };

async function Page() {
  await requireViewer('/settings/moving-in', {
    needs: ['update:integrations', 'create:customers'],
    whole: true,
  });
  return <MovingInPage />;
}

export default guarded(Page, 'an admin or owner');
