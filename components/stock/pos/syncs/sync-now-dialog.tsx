'use client';
import * as z from 'zod/mini';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { failureOf, reasonOf } from '@/components/ui/forms/failure';
import { SelectField } from '@/components/ui/forms/fields';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { TYPE } from './labels';
import type { SyncRun, SyncType } from './types';

const SyncValues = z.object({
  location_id: z.string().check(z.minLength(1, 'Choose a location')),
  sync_type: z.enum(Object.keys(TYPE) as SyncType[]),
});

const NOT_CONNECTED = 'No POS is connected to this location.';

/** Where a location is connected, said to those who may do it and to those who must ask. */
function ConnectFirst() {
  return useViewer().can('update:locations') ? (
    <p>
      <Link href="/settings/pos" className="rounded-sm text-link underline underline-offset-4">
        Connect one in the settings
      </Link>
      , then sync.
    </p>
  ) : (
    <p className="text-muted">An admin or owner of your business can connect one in the settings.</p>
  );
}

/** Asks for a sync of one location. */
export function SyncNowDialog({
  initialLocation,
  onStarted,
  onClose,
}: {
  initialLocation: string | undefined;
  onStarted: (run: SyncRun) => void;
  onClose: () => void;
}) {
  const { locations } = useViewer();
  const start = trpc.inventory.sync.start.useMutation();
  const form = useServerForm({
    schema: SyncValues,
    defaultValues: {
      location_id: (locations.find(({ id }) => id === initialLocation) ?? locations[0])?.id ?? '',
      sync_type: 'incremental' as const,
    },
    onSubmit: async (values) => {
      const run = await start.mutateAsync(values);
      showDone('Sync started', locations.find(({ id }) => id === values.location_id)?.name);
      onStarted(run);
    },
  });
  const locationId = form.form.watch('location_id');
  const connection = trpc.inventory.pos.get.useQuery({ id: locationId }, { enabled: locationId !== '' });
  const unconnected = failureOf(connection.error)?.code === 'NOT_FOUND';
  return (
    <FormDialog
      form={form}
      title="Sync now"
      submitLabel="Start sync"
      disabled={unconnected}
      onClose={onClose}
    >
      {unconnected && !form.error && <FormAlert message={NOT_CONNECTED} />}
      {(unconnected || reasonOf(start.error) === 'pos_not_connected') && <ConnectFirst />}
      <SelectField
        name="location_id"
        label="Location"
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={() => {
          form.form.clearErrors();
          start.reset();
        }}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium">What to import</legend>
        {(Object.keys(TYPE) as SyncType[]).map((value) => (
          <label
            key={value}
            className="flex gap-3 rounded-lg border border-border p-3 transition-colors hover:bg-hover has-checked:border-primary has-checked:bg-selected"
          >
            <input
              type="radio"
              value={value}
              {...form.form.register('sync_type')}
              aria-describedby={`${form.formId}-${value}`}
              aria-label={TYPE[value].label}
              className="mt-0.5 size-4 shrink-0 accent-(--primary)"
            />
            <span>
              <span className="block font-medium">{TYPE[value].label}</span>
              <span id={`${form.formId}-${value}`} className="mt-0.5 block text-muted text-sm">
                {TYPE[value].explained}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-muted text-sm">
        Reserved stock is kept: a count below it is reported as a conflict and changes nothing.
      </p>
    </FormDialog>
  );
}
