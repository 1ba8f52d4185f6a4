'use client';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { Skeleton } from '@/components/ui/base/skeleton';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { LocationCard } from './location-card';
import type { Entity } from './types';

/** Loaded behind the locations: with the code of forms the page would be beyond its budget. */
const ScheduleForm = lazy(() => import('./schedule-form').then((m) => ({ default: m.ScheduleForm })));

/** The POS of each location, and how often they are synced. */
export function PosSettingsPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  const { isLimited, locations } = useViewer();
  // Closed ones stay listed for the others: their POS can be disconnected.
  const shown = isLimited ? locations : entity.locations;
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
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
          {shown.map(({ id, name }) => (
            <LocationCard key={id} location={{ id, name }} />
          ))}
        </ul>
      </Card>
      <div className="mt-5">
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          {isShown && <ScheduleForm entity={entity} />}
        </Suspense>
      </div>
    </div>
  );
}
