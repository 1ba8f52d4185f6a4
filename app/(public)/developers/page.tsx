import { DevelopersPage } from '@/components/home/public/developers-page';
import { runtime } from '@/components/ui/pages/runtime';
import { apiDocument } from '@/components/ui/reference/api-document';
import { operationGroups } from '@/components/ui/reference/document';

export const metadata = {
  title: 'Developers',
  description: 'The REST API and webhooks of Tallyleaf: every operation, with examples that you can run.',
};

export default function Page() {
  return <DevelopersPage groups={operationGroups(apiDocument())} origin={runtime().env.PUBLIC_URL} />;
}
