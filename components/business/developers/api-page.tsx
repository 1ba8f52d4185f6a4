import { PageHeader } from '@/components/ui/base/page-header';
import { DeveloperTabs } from './developer-tabs';
import { RequestLog } from './request-log';
import { TokenGuide } from './token-guide';
import type { Usage } from './types';
import { UsageCard } from './usage-card';

/** The first page for developers: the way in, how much is used, and what was asked. */
export function ApiPage({ origin, usage }: { origin: string; usage: Usage }) {
  return (
    <>
      <PageHeader title="API" description="Automate everything in the dashboard over REST." />
      <DeveloperTabs current="api" />
      <div className="mt-5 flex flex-col gap-6">
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <TokenGuide origin={origin} />
          <UsageCard first={usage} />
        </div>
        <RequestLog />
      </div>
    </>
  );
}
