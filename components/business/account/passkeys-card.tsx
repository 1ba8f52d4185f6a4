'use client';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { useHydrated } from '@/components/ui/base/use-hydrated';
import { DateTime } from '@/components/ui/date-time';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Passkey } from './types';

const ConfirmDialog = lazy(() =>
  import('@/components/ui/base/confirm-dialog').then((m) => ({ default: m.ConfirmDialog })),
);
const PasskeyDialog = lazy(() => import('./passkey-dialog').then((m) => ({ default: m.PasskeyDialog })));

/** The member's passkeys: adding and removing them. */
export function PasskeysCard() {
  const passkeys = trpc.auth.passkeys.list.useQuery({});
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const remove = trpc.auth.passkeys.remove.useMutation();
  const confirm = async ({ id, name }: Passkey) => {
    try {
      await remove.mutateAsync({ id });
      showDone(`Removed ${name}`);
    } catch (error) {
      await showError("Couldn't remove the passkey", error);
    }
  };
  const rows = passkeys.data?.data ?? [];
  return (
    <Card
      title="Passkeys"
      description="Sign in with the fingerprint, face or PIN of your device, without a password or code."
      action={
        <Button variant={rows.length === 0 ? 'primary' : undefined} onClick={() => setAdding(true)}>
          Add passkey
        </Button>
      }
    >
      {rows.length > 0 ? (
        <ul aria-label="Passkeys" className="-my-3 divide-y divide-border">
          {rows.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              pending={remove.isPending && remove.variables.id === passkey.id}
              onRemove={() => setLeaving(passkey)}
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{errorTextOf(passkeys.error) ?? "You haven't added a passkey yet."}</p>
      )}
      <Suspense>
        {leaving && (
          <ConfirmDialog
            open
            onOpenChange={(stays) => !stays && setLeaving(null)}
            title={`Remove ${leaving.name}?`}
            description="You can't sign in with it anymore. Sessions that it started stay signed in until you sign them out. Delete it from your device, too."
            confirmLabel="Remove passkey"
            cancelLabel="Keep passkey"
            // The question closes first: the next step may be a dialog of its own.
            onConfirm={() => void confirm(leaving)}
          />
        )}
      </Suspense>
      <Suspense>{adding && <PasskeyDialog onClose={() => setAdding(false)} />}</Suspense>
    </Card>
  );
}

function PasskeyRow({
  passkey,
  pending,
  onRemove,
}: {
  passkey: Passkey;
  pending: boolean;
  onRemove: () => void;
}) {
  const { timezone } = useViewer().entity;
  const isElsewhere = useHydrated() && passkey.rp_id !== window.location.hostname;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words font-medium">
          {passkey.name}
          {isElsewhere && <Badge tone="warning">Works at {passkey.rp_id} only</Badge>}
        </p>
        <p className="text-muted text-sm">
          Added <DateTime value={passkey.created_at} timezone={timezone} relative="inline" />
          {' · '}
          {passkey.last_used_at ? (
            <>
              last used <DateTime value={passkey.last_used_at} timezone={timezone} relative="inline" />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <Button size="sm" pending={pending} aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
