import { apiDocument } from '@/app/api-document';
import { runtime } from '@/app/runtime';
import { DevelopersPage } from '@/components/public/developers-page';
import { operationGroups } from '@/components/reference/document';

export const metadata = {
  title: 'Developers',
  description: 'The REST API and webhooks of Tallyleaf: every operation, with examples that you can run.',
};

export default function Page() {
  return <DevelopersPage groups={operationGroups(apiDocument())} origin={runtime().env.PUBLIC_URL} />;
}
