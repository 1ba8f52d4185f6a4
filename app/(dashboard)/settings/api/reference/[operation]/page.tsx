import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { guarded } from '@/app/guarded';
import { requireViewer, runtime } from '@/app/runtime';
import { findOperation, operationGroups } from '@/components/reference/document';
import { OperationPage } from '@/components/reference/operation-page';
import { LANGUAGE_COOKIE, LANGUAGES } from '@/components/reference/snippets';
import { apiDocument } from '../api-document';

type Props = { params: Promise<{ operation: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { operation } = await params;
  return { title: findOperation(apiDocument(), operation)?.summary ?? 'Page not found' };
}

async function Page({ params }: Props) {
  const { operation: id } = await params;
  await requireViewer(`/settings/api/reference/${id}`, { needs: ['read:usage'] });
  const document = apiDocument();
  const operation = findOperation(document, id);
  if (!operation) notFound();
  const kept = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  return (
    <OperationPage
      document={document}
      operation={operation}
      group={operationGroups(document).find(({ name }) => name === operation.group)}
      origin={runtime().env.PUBLIC_URL}
      language={LANGUAGES.find(({ key }) => key === kept)?.key ?? 'curl'}
    />
  );
}

export default guarded(Page, 'an admin or owner');
