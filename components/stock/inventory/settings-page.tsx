'use client';
import type { inferRouterOutputs } from '@trpc/server';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { showDone } from '@/components/ui/base/toast';
import { Form } from '@/components/ui/forms/form';
import { NumberField } from '@/components/ui/forms/number-field';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import type { AppRouter } from '@/server/transport/router';
import { LowNote } from './low-note';
import { SettingsValues } from './settings-values';

type Entity = inferRouterOutputs<AppRouter>['entity']['get'];

/** Inventory settings: when stock counts as low. */
export function InventorySettingsPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  const update = trpc.entity.update.useMutation();
  const saved = entity.settings.low_stock_threshold;
  const form = useServerForm({
    schema: SettingsValues,
    values: { low_stock_threshold: saved as number | null },
    onSubmit: async ({ low_stock_threshold }) => {
      const { settings } = await update.mutateAsync({
        settings: { low_stock_threshold: low_stock_threshold ?? undefined },
      });
      form.form.reset({ low_stock_threshold: settings.low_stock_threshold });
      showDone('Settings saved');
    },
  });
  const threshold = form.form.watch('low_stock_threshold');
  return (
    <div className="max-w-3xl">
      <PageHeader title="Inventory settings" />
      <Form form={form} locked>
        <Card
          title="Low stock"
          description="A variant is low when a location's vault and sales floor together have less available than this."
        >
          <NumberField
            name="low_stock_threshold"
            label="Threshold"
            hint={<LowNote threshold={threshold} changed={threshold !== saved} />}
            suffix="units"
            className="sm:max-w-48"
          />
        </Card>
      </Form>
      <SaveBar form={form} />
      <p className="mt-5 text-muted text-sm">
        To connect a POS or change how often it syncs, open{' '}
        <Link href="/settings/pos" className="rounded-sm text-link underline underline-offset-4">
          POS settings
        </Link>
        .
      </p>
    </div>
  );
}
