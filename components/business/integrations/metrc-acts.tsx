'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { STATES } from '@/server/features/compliance/states';
import { MODE_KINDS, MODES } from '@/server/features/compliance/words';
import { ENVIRONMENT, MODE, MODE_KIND } from './labels';

/** Loaded on demand: with the code of forms the page would be beyond its budget. */
const ReplaceMetrcKeyDialog = lazy(() =>
  import('./metrc-dialog').then((m) => ({ default: m.ReplaceMetrcKeyDialog })),
);

const MODE_OPTIONS = MODES.map((value) => ({ value, label: MODE[value] }));

/** What a member can do about the Metrc connection of a location: how it reports, its key and its end. */
export function MetrcActs({ location }: { location: { id: string; name: string } }) {
  const { id, name } = location;
  const [dialog, setDialog] = useState<'key' | 'delete' | null>(null);
  const { data: metrc } = trpc.metrc.get.useQuery({ id });
  const test = trpc.metrc.test.useMutation({
    onSuccess: ({ ok, message }) => (ok ? showDone('It works', message) : undefined),
    onError: (error) => showError("Couldn't test the connection", error),
  });
  const update = trpc.metrc.update.useMutation({
    onError: (error) => showError("Couldn't change the connection", error),
  });
  const remove = trpc.metrc.remove.useMutation();
  if (!metrc) return null;
  const isOff = metrc.status === 'off';
  return (
    <>
      <p className="mt-3 text-muted text-sm">
        {STATES[metrc.state].name}, {ENVIRONMENT[metrc.environment]}, license {metrc.license_number}
      </p>
      <fieldset disabled={update.isPending} className="mt-4 grid gap-4 sm:grid-cols-3">
        <legend className="sr-only">How reports of {name} go out</legend>
        {MODE_KINDS.map((kind) => (
          <Field key={kind} label={MODE_KIND[kind]}>
            <Select
              options={MODE_OPTIONS}
              value={metrc.mode[kind]}
              onValueChange={(mode) => update.mutate({ id, mode: { [kind]: mode } })}
            />
          </Field>
        ))}
      </fieldset>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => test.mutate({ id })} pending={test.isPending}>
          Test connection
        </Button>
        <Button onClick={() => setDialog('key')}>Replace key</Button>
        <Button
          onClick={() => update.mutate({ id, status: isOff ? 'active' : 'off' })}
          pending={update.isPending}
        >
          {isOff ? 'Turn on' : 'Turn off'}
        </Button>
        <Button onClick={() => setDialog('delete')}>Delete</Button>
      </div>
      <Suspense>
        {dialog === 'key' && <ReplaceMetrcKeyDialog location={location} onClose={() => setDialog(null)} />}
      </Suspense>
      {dialog === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={() => setDialog(null)}
          title={`Delete the connection of ${name} with Metrc?`}
          description="Its user key is deleted. Reports that were not sent are superseded; the others stay."
          confirmLabel="Delete connection"
          cancelLabel="Keep connection"
          onConfirm={async () => {
            await remove.mutateAsync({ id });
            showDone('Connection deleted', `Metrc, ${name}`);
          }}
        />
      )}
    </>
  );
}
