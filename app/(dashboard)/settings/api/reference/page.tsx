import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';
import { apiDocument } from '@/components/ui/reference/api-document';
import { operationGroups } from '@/components/ui/reference/document';
import { ReferencePage } from '@/components/ui/reference/reference-page';

export const metadata = { title: 'API reference' };

async function Page() {
  await requireViewer('/settings/api/reference', { needs: ['read:usage'] });
  return <ReferencePage groups={operationGroups(apiDocument())} />;
}

export default guarded(Page, 'an admin or owner');
