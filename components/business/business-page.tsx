'use client';
import { trpc } from '@/components/providers/trpc';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { BusinessForm } from './business-form';
import type { Entity } from './types';

/** The business itself. @param first as the server read it */
export function BusinessPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Business"
        description={
          <>
            Low-stock threshold and syncs are under{' '}
            <Link
              href="/settings/inventory"
              className="rounded-sm text-link underline underline-offset-4 hover:no-underline"
            >
              Inventory
            </Link>
            .
          </>
        }
      />
      <BusinessForm entity={entity} />
    </div>
  );
}
