'use client';
import { lazy, Suspense } from 'react';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { trpc } from '@/components/ui/providers/trpc';
import { SELLERS } from '@/server/kernel/permissions';
import { BusinessForm } from './business-form';
import type { Entity } from './types';

/** Retailers have none. */
const LogoCard = lazy(() => import('./logo-card').then((m) => ({ default: m.LogoCard })));

/** The business itself. @param first as the server read it */
export function BusinessPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  return (
    <div className="max-w-3xl">
      <PageHeader title="Business" />
      <div className="flex flex-col gap-5">
        {SELLERS.includes(entity.type) && (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <LogoCard name={entity.name} url={entity.logo_url} />
          </Suspense>
        )}
        <div>
          <BusinessForm entity={entity} />
        </div>
      </div>
    </div>
  );
}
