import { IntegrationsPage } from '@/components/business/integrations/settings-page';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

export const metadata = { title: 'Connections' };

async function Page() {
  await requireViewer('/settings/integrations', { needs: ['update:integrations'] });
  return <IntegrationsPage />;
}

export default guarded(Page, 'an admin or owner');
