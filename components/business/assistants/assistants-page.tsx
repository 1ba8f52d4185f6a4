'use client';
import { lazy, Suspense } from 'react';
import { DeveloperTabs } from '@/components/business/developers/developer-tabs';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Entity } from '../types';
import { ConnectGuide } from './connect-guide';
import { GrantsSection } from './grants-section';
import { WaitingPlans } from './waiting-plans';

/** Loaded on demand: with the code of forms the page would be beyond its budget. */
const ConfirmForm = lazy(() => import('./confirm-form').then((m) => ({ default: m.ConfirmForm })));

/** Assistants: how to connect them, what they wait for, and whom one let in. */
export function AssistantsPage({ origin, entity }: { origin: string; entity: Entity | null }) {
  const { permissions } = useViewer();
  return (
    <>
      <PageHeader title="Assistants" description="Let an assistant work with your stock and orders." />
      {permissions.includes('read:usage') && <DeveloperTabs current="assistants" />}
      <div className="mt-5 flex max-w-4xl flex-col gap-5">
        <WaitingPlans />
        <ConnectGuide address={`${origin}/mcp`} />
        <GrantsSection />
        <Suspense>{entity && <ConfirmForm entity={entity} />}</Suspense>
        {permissions.includes('read:audit') && (
          <p className="text-muted text-sm">
            Each change names its assistant in the{' '}
            <Link href="/settings/audit" className="rounded-sm text-link underline underline-offset-4">
              audit log
            </Link>
            .
          </p>
        )}
      </div>
    </>
  );
}
