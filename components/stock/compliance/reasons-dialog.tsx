'use client';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { Skeleton } from '@/components/ui/base/skeleton';
import { showDone } from '@/components/ui/base/toast';
import { errorText } from '@/components/ui/forms/error-text';
import { SelectField } from '@/components/ui/forms/fields';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { TOLD_REASONS, type ToldReason } from '@/server/features/compliance/words';
import { TOLD_REASON } from './labels';
import type { Reasons } from './types';

interface Place {
  id: string;
  name: string;
}

const TITLE = 'Reasons of Metrc';

/** Which of Metrc's reasons ours are, at each connected location. */
export function ReasonsDialog({ locations, onClose }: { locations: readonly Place[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const connections = trpc.integrations.list.useQuery({ limit: 100 });
  const connected = locations.filter(({ id }) =>
    connections.data?.data.some(({ location_id }) => location_id === id),
  );
  const place = connected.find(({ id }) => id === chosen) ?? connected[0];
  const reasons = trpc.compliance.reasons.useQuery(
    { location_id: place?.id ?? '' },
    { enabled: place !== undefined },
  );
  const error = connections.error ?? reasons.error;
  if (place && reasons.data) {
    const pick = connected.length > 1 && (
      <Field label="Location">
        <Select
          options={connected.map(({ id, name }) => ({ value: id, label: name }))}
          value={place.id}
          onValueChange={setChosen}
        />
      </Field>
    );
    return (
      <ReasonsForm key={place.id} place={place} reasons={reasons.data} onClose={onClose}>
        {pick}
      </ReasonsForm>
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={TITLE} footer={<Button onClick={onClose}>Close</Button>}>
      {error ? (
        <FormAlert message={errorText(error)} />
      ) : connections.data && !place ? (
        <p>No location is connected with Metrc. Connect one in Settings, Connections.</p>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}

const Name = z.string().check(z.maxLength(200));
const Values = z.object({ ADJUSTMENT: Name, AUDIT: Name, DAMAGE: Name, THEFT: Name });
type Values = Record<ToldReason, string>;

const byReason = <T,>(of: (reason: ToldReason) => T) =>
  Object.fromEntries(TOLD_REASONS.map((reason) => [reason, of(reason)])) as Record<ToldReason, T>;

function ReasonsForm({
  place,
  reasons: { reasons, suggested, confirmed, available },
  onClose,
  children,
}: {
  place: Place;
  reasons: Reasons;
  onClose: () => void;
  children: React.ReactNode;
}) {
  const put = trpc.compliance.putReasons.useMutation();
  const form = useServerForm<Values>({
    schema: Values,
    defaultValues: byReason((reason) => (confirmed ? reasons[reason] : suggested[reason]) ?? ''),
    fieldOf: (path) => TOLD_REASONS.find((reason) => path === `reasons.${reason}`),
    onSubmit: async (values) => {
      await put.mutateAsync({ location_id: place.id, reasons: byReason((reason) => values[reason] || null) });
      showDone('Reasons confirmed', place.name);
      onClose();
    },
  });
  const options = [
    { value: '', label: 'No reason yet' },
    ...(available ?? []).map(({ name, requires_note, requires_waste_weight }) => ({
      value: name,
      label: `${name}${requires_waste_weight ? ' (made in Metrc)' : requires_note ? ' (needs a note)' : ''}`,
    })),
  ];
  return (
    <FormDialog
      form={form}
      title={TITLE}
      description={`Which of the reasons that Metrc offers the license of ${place.name} yours are.`}
      submitLabel="Confirm reasons"
      disabled={available === null}
      onClose={onClose}
    >
      {children}
      {available === null && <p>Metrc's reasons were not read yet. They come with the next reading.</p>}
      {TOLD_REASONS.map((reason) => (
        <SelectField key={reason} name={reason} label={TOLD_REASON[reason]} options={options} />
      ))}
    </FormDialog>
  );
}
