'use client';
import { useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { FaultText } from '@/components/ui/base/fault-text';
import { showDone } from '@/components/ui/base/toast';
import { WarningNote } from '@/components/ui/base/warning-note';
import { formatDateTime } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { HEALTH, SYSTEM } from './labels';
import { MetrcActs } from './metrc-acts';
import type { Connection, VendorConnection } from './types';

const YEAR_MS = 365 * 86_400_000;
const SOON_MS = 30 * 86_400_000;

const isVendor = (connection: Connection): connection is VendorConnection => connection.system !== 'metrc';

/** A connection with its health, and what a member can do about it. */
export function ConnectionCard({
  connection,
  mayChange,
  onReplaceKey,
}: {
  connection: Connection;
  mayChange: boolean;
  onReplaceKey: (connection: VendorConnection) => void;
}) {
  const { system, status, config, location_id, last_ok_at, last_error, failures, simulator } = connection;
  const { entity, locations } = useViewer();
  const { label, tone, icon } = HEALTH[status];
  const left = Date.parse(connection.credentials_at) + YEAR_MS - Date.now();
  const location = locations.find((one) => one.id === location_id);
  return (
    <Card
      title={SYSTEM[system]}
      description={location?.name ?? config.company_slug}
      action={
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      }
    >
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-muted">Last response</dt>
          <dd>{last_ok_at ? formatDateTime(last_ok_at, entity.timezone) : 'None yet'}</dd>
        </div>
        <div>
          <dt className="text-muted">Failures in a row</dt>
          <dd>{failures}</dd>
        </div>
      </dl>
      <FaultText message={last_error?.message} className="mt-3" />
      {system === 'distru' && left < SOON_MS && (
        <div className="mt-3 text-sm">
          <WarningNote>Keys of Distru are valid for a year. Replace this one soon.</WarningNote>
        </div>
      )}
      {simulator && (
        <div className="mt-3 text-sm">
          <WarningNote>The operator has put another server in place of {SYSTEM[system]}.</WarningNote>
        </div>
      )}
      {mayChange && isVendor(connection) && (
        <VendorActs connection={connection} onReplaceKey={onReplaceKey} />
      )}
      {mayChange && location && <MetrcActs location={location} />}
    </Card>
  );
}

function VendorActs({
  connection,
  onReplaceKey,
}: {
  connection: VendorConnection;
  onReplaceKey: (connection: VendorConnection) => void;
}) {
  const { id, system, status } = connection;
  const [isDeleting, setDeleting] = useState(false);
  const test = trpc.integrations.test.useMutation({
    onSuccess: ({ ok, message }) => (ok ? showDone('It works', message) : undefined),
    onError: (error) => showError("Couldn't test the connection", error),
  });
  const update = trpc.integrations.update.useMutation({
    onError: (error) => showError("Couldn't change the connection", error),
  });
  const remove = trpc.integrations.remove.useMutation();
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => test.mutate({ id })} pending={test.isPending}>
          Test connection
        </Button>
        <Button onClick={() => onReplaceKey(connection)}>Replace key</Button>
        <Button
          onClick={() => update.mutate({ id, status: status === 'off' ? 'active' : 'off' })}
          pending={update.isPending}
        >
          {status === 'off' ? 'Turn on' : 'Turn off'}
        </Button>
        <Button onClick={() => setDeleting(true)}>Delete</Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          open
          onOpenChange={setDeleting}
          title={`Delete the connection with ${SYSTEM[system]}?`}
          description="Its key is deleted. What moved in from it stays."
          confirmLabel="Delete connection"
          cancelLabel="Keep connection"
          onConfirm={async () => {
            await remove.mutateAsync({ id });
            showDone('Connection deleted', SYSTEM[system]);
          }}
        />
      )}
    </>
  );
}
