import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { findOperation, operationGroups } from '@/components/ui/reference/document';
import { OperationPage } from '@/components/ui/reference/operation-page';
import { LANGUAGE_COOKIE, LANGUAGES } from '@/components/ui/reference/snippets';
import { runtime } from '../pages/runtime';
import { apiDocument } from './api-document';

export const operationTitle = (id: string): string =>
  findOperation(apiDocument(), id)?.summary ?? 'Page not found';

/** The page of an operation or event, in the reader's language; 404 for an id that the document doesn't have. */
export async function operationPage(id: string, home: { label: string; href: string }) {
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
      home={home}
    />
  );
}
