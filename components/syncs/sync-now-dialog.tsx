'use client';
import { useId, useState } from 'react';
import type { LocationName } from '@/components/inventory/types';
import { FormAlert } from '@/components/products/form-alert';
import { failureOf, trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { Select } from '@/components/ui/select';
import { showDone } from '@/components/ui/toast';
import { useInvalidateSyncs } from './invalidate';
import { TYPE } from './labels';
import { refusalOf } from './refusal';
import type { SyncRun, SyncType } from './types';

/** Where a location is connected, said to those who may do it and to those who must ask. */
function ConnectFirst() {
  return useViewer().can('update:locations') ? (
    <p>
      <Link href="/settings/inventory" className="rounded-sm text-link underline underline-offset-4">
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
  locations,
  initialLocation,
  onStarted,
  onClose,
}: {
  locations: readonly LocationName[];
  initialLocation: string | undefined;
  onStarted: (run: SyncRun) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const invalidate = useInvalidateSyncs();
  const start = trpc.inventory.sync.start.useMutation();
  const [locationId, setLocationId] = useState(initialLocation ?? locations[0]?.id ?? '');
  const [type, setType] = useState<SyncType>('incremental');
  const connection = trpc.inventory.pos.get.useQuery({ id: locationId }, { enabled: locationId !== '' });
  const unconnected =
    failureOf(connection.error)?.code === 'NOT_FOUND'
      ? { reason: 'pos_not_connected', message: 'No POS is connected to this location.' }
      : null;
  const refusal = start.error ? refusalOf(start.error) : unconnected;
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (start.isPending || locationId === '') return;
    try {
      const run = await start.mutateAsync({ location_id: locationId, sync_type: type });
      showDone('Sync started', locations.find(({ id }) => id === locationId)?.name);
      await invalidate();
      onStarted(run);
    } catch {
      // The dialog says why.
    }
  };
  return (
    <Dialog
      open
      onOpenChange={() => !start.isPending && onClose()}
      title="Sync now"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={unconnected !== null}
            pending={start.isPending}
          >
            Start sync
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {refusal && (
          <div className="flex flex-col gap-2">
            <FormAlert message={refusal.message} />
            {refusal.reason === 'pos_not_connected' && <ConnectFirst />}
          </div>
        )}
        <Field label="Location">
          <Select
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            value={locationId}
            onValueChange={(id) => {
              start.reset();
              setLocationId(id);
            }}
          />
        </Field>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 font-medium">What to import</legend>
          {(Object.keys(TYPE) as SyncType[]).map((value) => (
            <label
              key={value}
              className="flex gap-3 rounded-lg border border-border p-3 transition-colors hover:bg-hover has-checked:border-primary has-checked:bg-selected"
            >
              <input
                type="radio"
                name={`${formId}-type`}
                value={value}
                checked={type === value}
                onChange={() => setType(value)}
                aria-describedby={`${formId}-${value}`}
                aria-label={TYPE[value].label}
                className="mt-0.5 size-4 shrink-0 accent-(--primary)"
              />
              <span>
                <span className="block font-medium">{TYPE[value].label}</span>
                <span id={`${formId}-${value}`} className="mt-0.5 block text-muted text-sm">
                  {TYPE[value].explained}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="text-muted text-sm">
          Reserved stock is kept: a count below it is reported as a conflict and changes nothing.
        </p>
      </form>
    </Dialog>
  );
}
