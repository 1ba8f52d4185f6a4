import { guarded } from '@/app/guarded';
import { requireViewer } from '@/app/runtime';
import { operationGroups } from '@/components/reference/document';
import { ReferencePage } from '@/components/reference/reference-page';
import { apiDocument } from './api-document';

export const metadata = { title: 'API reference' };

async function Page() {
  await requireViewer('/settings/api/reference', { needs: ['read:usage'] });
  return <ReferencePage groups={operationGroups(apiDocument())} />;
}

export default guarded(Page, 'an admin or owner');
