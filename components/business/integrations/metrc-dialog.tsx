'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { STATE_CODES, STATES } from '@/server/features/compliance/states';
import { ENVIRONMENTS } from '@/server/features/compliance/words';
import { ENVIRONMENT } from './labels';

const UserKey = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter the key'),
    z.regex(/^[\x21-\x7e]{1,200}$/, 'Enter 1 to 200 characters without spaces'),
  );
const Connecting = z.object({
  location_id: z.string().check(z.minLength(1, 'Choose a location')),
  state: z.enum(STATE_CODES, 'Choose a state'),
  environment: z.enum(ENVIRONMENTS),
  user_key: UserKey,
});
type Connecting = z.infer<typeof Connecting>;

const STATE_OPTIONS = STATE_CODES.map((value) => ({ value, label: STATES[value].name })).sort((a, b) =>
  a.label.localeCompare(b.label),
);
const ENVIRONMENT_OPTIONS = ENVIRONMENTS.map((value) => ({ value, label: ENVIRONMENT[value] }));

const KeyField = () => (
  <TextField
    name="user_key"
    label="User key"
    hint="Of a user of Metrc with access to the license of the location. It is stored encrypted and never shown again."
    type="password"
    autoComplete="off"
    required
  />
);

/** Connects a location with Metrc. @param locations those without a connection */
export function ConnectMetrcDialog({
  locations,
  onClose,
}: {
  locations: ReadonlyArray<{ id: string; name: string }>;
  onClose: () => void;
}) {
  const connect = trpc.metrc.connect.useMutation();
  const form = useServerForm<Connecting>({
    schema: Connecting,
    defaultValues: {
      location_id: locations.length === 1 ? locations[0]?.id : '',
      state: '' as never,
      environment: 'production',
      user_key: '',
    },
    fieldOf: (path) => (path === 'id' ? 'location_id' : undefined),
    onSubmit: async ({ location_id: id, ...body }) => {
      await connect.mutateAsync({ id, ...body });
      showDone('Connected', 'Metrc');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Connect Metrc"
      description="Changes of tagged packages at the location are then reported to the state, after your review."
      submitLabel="Connect"
      onClose={onClose}
    >
      <SelectField
        name="location_id"
        label="Location"
        required
        placeholder="Choose a location"
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField name="state" label="State" required placeholder="Choose a state" options={STATE_OPTIONS} />
      <SelectField
        name="environment"
        label="Environment"
        options={ENVIRONMENT_OPTIONS}
        hint="The sandbox is Metrc's own place to try things."
      />
      <KeyField />
    </FormDialog>
  );
}

const Replacing = z.object({ user_key: UserKey });

/** Replaces the user key of a location. */
export function ReplaceMetrcKeyDialog({
  location,
  onClose,
}: {
  location: { id: string; name: string };
  onClose: () => void;
}) {
  const update = trpc.metrc.update.useMutation();
  const form = useServerForm({
    schema: Replacing,
    defaultValues: { user_key: '' },
    onSubmit: async ({ user_key }) => {
      await update.mutateAsync({ id: location.id, user_key });
      showDone('Key replaced', `Metrc, ${location.name}`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Replace key of Metrc at ${location.name}`}
      submitLabel="Replace key"
      onClose={onClose}
    >
      <KeyField />
    </FormDialog>
  );
}
