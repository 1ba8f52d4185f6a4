'use client';
import { SettingsPage, useSettingsForm } from '@/components/business/settings-form';
import type { Entity } from '@/components/business/types';
import { Link } from '@/components/ui/base/link';
import { trpc } from '@/components/ui/providers/trpc';
import { LowNote } from './low-note';

/** Inventory settings: when stock counts as low. */
export function InventorySettingsPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  const form = useSettingsForm(entity, ['stock'], 'Settings saved');
  const saved = entity.settings.low_stock_threshold;
  const threshold = form.form.watch('low_stock_threshold') as number | null;
  const stock = {
    card: 'stock',
    title: 'Low stock',
    description:
      "A variant is low when a location's vault and sales floor together have less available than this.",
    hints: { low_stock_threshold: <LowNote threshold={threshold} changed={threshold !== saved} /> },
  } as const;
  return (
    <SettingsPage title="Inventory settings" form={form} cards={[stock]}>
      <p className="mt-5 text-muted text-sm">
        To connect a POS or change how often it syncs, open{' '}
        <Link href="/settings/pos" className="rounded-sm text-link underline underline-offset-4">
          POS settings
        </Link>
        .
      </p>
    </SettingsPage>
  );
}
