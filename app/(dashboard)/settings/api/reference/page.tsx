import { apiDocument } from '@/app/api-document';
import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { operationGroups } from '@/components/reference/document';
import { ReferencePage } from '@/components/reference/reference-page';

export const metadata = { title: 'API reference' };

async function Page() {
  await requireViewer('/settings/api/reference', { needs: ['read:usage'] });
  return <ReferencePage groups={operationGroups(apiDocument())} />;
}

export default guarded(Page, 'an admin or owner');
