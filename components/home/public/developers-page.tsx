import { DOCUMENTS } from '@/components/home/guide/documents';
import { CodeBlock } from '@/components/ui/base/code-block';
import { PageHeader } from '@/components/ui/base/page-header';
import type { OperationGroup } from '@/components/ui/reference/document';
import { OperationIndex } from '@/components/ui/reference/operation-index';

export const DEVELOPERS = '/developers';

/** The guide and every operation of the API, for visitors. @param origin of this installation */
export function DevelopersPage({ groups, origin }: { groups: readonly OperationGroup[]; origin: string }) {
  return (
    <>
      <PageHeader
        title="Build on Tallyleaf"
        description="A REST API and webhooks for everything in the dashboard. Create an API key under Settings → API & webhooks, then send it as a bearer token."
      />
      <CodeBlock
        label="First request"
        wraps={false}
        text={`curl -sS ${origin}/api/v1/entity -H "Authorization: Bearer $TALLYLEAF_API_KEY"`}
      />
      <h2 className="mt-8 font-semibold text-xl">Guides</h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {DOCUMENTS.map(({ slug, title, summary }) => (
          <li key={slug}>
            <a
              href={`${DEVELOPERS}/guide/${slug}`}
              className="block h-full rounded-lg border border-border bg-surface p-4 shadow-xs hover:border-control"
            >
              <span className="font-semibold text-link">{title}</span>
              <span className="mt-0.5 block text-muted">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
      <h2 className="mt-8 font-semibold text-xl">API reference</h2>
      <OperationIndex groups={groups} home={DEVELOPERS} />
    </>
  );
}
