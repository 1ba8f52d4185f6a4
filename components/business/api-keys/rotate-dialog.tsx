'use client';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { KeyDialog } from './key-dialog';
import type { ApiKey, ApiKeyWithSecret } from './types';

const OVERLAPS = [
  { value: '0', label: 'Stops immediately' },
  { value: '24', label: 'Works for 24 hours' },
  { value: '72', label: 'Works for 3 days' },
  { value: '168', label: 'Works for 7 days' },
] as const;
type Overlap = (typeof OVERLAPS)[number]['value'];

/** Gives a key a new secret, and shows it this once. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const rotate = trpc.apiKeys.rotate.useMutation();
  const [overlap, setOverlap] = useState<Overlap>('24');
  const [rotated, setRotated] = useState<ApiKeyWithSecret | null>(null);
  // The question closes itself; the new key takes its place.
  const answered = useRef(false);
  if (rotated) return <KeyDialog title="API key rotated" apiKey={rotated} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !answered.current && onClose()}
      title={`Rotate ${apiKey.name}?`}
      description="A new secret is created immediately. Choose how long the current one keeps working, so your program has time to switch."
      confirmLabel="Rotate key"
      cancelLabel="Keep key"
      destructive={false}
      onConfirm={async () => {
        setRotated(await rotate.mutateAsync({ id: apiKey.id, overlap_hours: Number(overlap) }));
        answered.current = true;
      }}
    >
      <Field label="Current secret">
        <Select options={OVERLAPS} value={overlap} onValueChange={setOverlap} />
      </Field>
      <FormAlert message={errorTextOf(rotate.error)} />
    </ConfirmDialog>
  );
}
