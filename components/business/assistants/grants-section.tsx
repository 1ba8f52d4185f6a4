'use client';
import { useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { showDone } from '@/components/ui/base/toast';
import { formatDateTime } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { scopesText } from './scopes-text';
import type { Grant } from './types';

/** Apps and assistants that were let in, each of which can be revoked. */
export function GrantsSection() {
  const { timezone } = useViewer().entity;
  const { data } = trpc.oauth.grants.useQuery({});
  const [revoking, setRevoking] = useState<Grant | null>(null);
  const grants = data?.data ?? [];
  return (
    <Card
      title="Apps and assistants"
      description="Who may act for you or your business. Revoking takes effect immediately."
    >
      {data && grants.length === 0 && <p className="text-muted">You have let in no app and no assistant.</p>}
      <ul className="flex flex-col divide-y divide-border">
        {grants.map((grant) => (
          <li key={grant.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2">
                <span className="break-all font-medium">{grant.host}</span>
                <Badge tone="neutral">{grant.resource === 'mcp' ? 'Assistant' : 'App'}</Badge>
              </p>
              <p className="text-muted text-sm">
                {scopesText(grant)}. Let in by {grant.own ? 'you' : grant.granted_by.name} on{' '}
                {formatDateTime(grant.created_at, timezone)}.{' '}
                {grant.last_used_at
                  ? `Last used ${formatDateTime(grant.last_used_at, timezone)}.`
                  : 'Not used yet.'}
              </p>
            </div>
            <Button aria-label={`Revoke ${grant.host}`} onClick={() => setRevoking(grant)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {revoking && <RevokeDialog grant={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  );
}

function RevokeDialog({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const revoke = trpc.oauth.revoke.useMutation();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke ${grant.host}?`}
      description="Its tokens stop working, and webhooks that it made end. It can ask again."
      confirmLabel="Revoke access"
      cancelLabel="Keep access"
      onConfirm={async () => {
        await revoke.mutateAsync({ id: grant.id });
        showDone('Access revoked', grant.host);
      }}
    >
      <FormAlert message={errorTextOf(revoke.error)} />
    </ConfirmDialog>
  );
}
