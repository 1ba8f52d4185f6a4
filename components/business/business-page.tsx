'use client';
import { trpc } from '@/components/providers/trpc';
import { PageHeader } from '@/components/ui/page-header';
import { BusinessForm } from './business-form';
import type { Entity } from './types';

/** The business itself. @param first as the server read it */
export function BusinessPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  return (
    <div className="max-w-3xl">
      <PageHeader title="Business" />
      <BusinessForm entity={entity} />
    </div>
  );
}
