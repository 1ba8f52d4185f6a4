import { DeveloperTabs } from '@/components/business/developers/developer-tabs';
import { PageHeader } from '@/components/ui/base/page-header';
import type { OperationGroup } from './document';
import { OperationIndex } from './operation-index';

/** Every operation and event of the API. */
export function ReferencePage({ groups }: { groups: readonly OperationGroup[] }) {
  return (
    <>
      <PageHeader
        title="API reference"
        description="Every REST operation and webhook event, with examples that you can run."
        actions={
          <a className="font-medium text-link underline-offset-4 hover:underline" href="/api/openapi.json">
            OpenAPI document
          </a>
        }
      />
      <DeveloperTabs current="reference" />
      <OperationIndex groups={groups} home="/settings/api/reference" />
    </>
  );
}
