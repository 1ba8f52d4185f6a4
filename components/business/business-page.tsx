'use client';
import { trpc } from '@/components/providers/trpc';
import { PageHeader } from '@/components/ui/page-header';
import { SELLERS } from '@/server/kernel/permissions';
import { BusinessForm } from './business-form';
import { LogoCard } from './logo-card';
import type { Entity } from './types';

/** The business itself. @param first as the server read it */
export function BusinessPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  return (
    <div className="max-w-3xl">
      <PageHeader title="Business" />
      <div className="flex flex-col gap-5">
        {SELLERS.includes(entity.type) && <LogoCard name={entity.name} url={entity.logo_url} />}
        <div>
          <BusinessForm entity={entity} />
        </div>
      </div>
    </div>
  );
}
