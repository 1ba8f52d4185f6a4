'use client';
import { trpc } from '@/components/providers/trpc';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { LocationCard } from './location-card';
import { ScheduleForm } from './schedule-form';
import type { Entity } from './types';

/** The POS of each location, and how often they are synced. */
export function PosSettingsPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  return (
    <div className="max-w-3xl">
      <PageHeader title="POS settings" />
      <Card
        title="POS connections"
        description="One POS per location."
        action={
          <Link
            href="/inventory/syncs"
            className="rounded-sm text-link text-sm underline-offset-4 hover:underline"
          >
            All syncs
          </Link>
        }
      >
        <ul className="divide-y divide-border">
          {entity.locations.map(({ id, name }) => (
            <LocationCard key={id} location={{ id, name }} />
          ))}
        </ul>
      </Card>
      <div className="mt-5">
        <ScheduleForm settings={entity.settings} />
      </div>
    </div>
  );
}
