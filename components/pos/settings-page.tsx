'use client';
import { trpc } from '@/components/providers/trpc';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { LocationCard } from './location-card';
import { SettingsForm } from './settings-form';
import type { Entity } from './types';

/** Inventory settings: thresholds, schedules and POS connections. */
export function InventorySettingsPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  return (
    <div className="max-w-3xl">
      <PageHeader title="Inventory settings" description="Low-stock threshold and POS connections." />
      <SettingsForm settings={entity.settings} />
      <Card
        className="mt-5"
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
    </div>
  );
}
