'use client';
import type { ReactNode } from 'react';
import { trpc } from '@/components/providers/trpc';
import { PageHeader } from '@/components/ui/page-header';
import { SettingsForm } from './settings-form';
import type { Entity } from './types';

/** How the business keeps its stock: thresholds, schedules and points of sale. @param first what the server has read, at an instant */
export function InventorySettingsPage({
  first,
  children,
}: {
  first: { entity: Entity; at: number };
  children?: ReactNode;
}) {
  const { data: entity = first.entity } = trpc.entity.get.useQuery(
    {},
    { initialData: first.entity, initialDataUpdatedAt: first.at },
  );
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Inventory settings"
        description="When stock is low, and where its counts come from."
      />
      <SettingsForm settings={entity.settings} />
      {children}
    </div>
  );
}
