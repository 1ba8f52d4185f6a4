'use client';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { MfaSecret } from './types';

// The QR code and the forms come with the first act.
const ConfirmDialog = lazy(() =>
  import('@/components/ui/base/confirm-dialog').then((m) => ({ default: m.ConfirmDialog })),
);
const MfaSetupDialog = lazy(() => import('./mfa-setup-dialog').then((m) => ({ default: m.MfaSetupDialog })));
const MfaDisableDialog = lazy(() =>
  import('./mfa-disable-dialog').then((m) => ({ default: m.MfaDisableDialog })),
);
const RecoveryCodesDialog = lazy(() =>
  import('./recovery-codes-dialog').then((m) => ({ default: m.RecoveryCodesDialog })),
);

type Open =
  | { step: 'setup'; secret: MfaSecret }
  | { step: 'codes'; title: string; codes: readonly string[] }
  | { step: 'replace' }
  | { step: 'disable' };

/** Two-factor authentication: turning it on and off, and its recovery codes. */
export function MfaCard({ enabled }: { enabled: boolean }) {
  const [open, setOpen] = useState<Open | null>(null);
  const enable = trpc.auth.mfaEnable.useMutation();
  const renew = trpc.auth.renewRecoveryCodes.useMutation();
  const close = () => setOpen(null);
  const setUp = async () => {
    try {
      setOpen({ step: 'setup', secret: await enable.mutateAsync({}) });
    } catch (error) {
      await showError("Couldn't start the setup", error);
    }
  };
  const replace = async () => {
    try {
      const { recovery_codes: codes } = await renew.mutateAsync({});
      setOpen({ step: 'codes', title: 'New recovery codes', codes });
    } catch (error) {
      await showError("Couldn't replace the recovery codes", error);
    }
  };
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          Two-factor authentication
          <Badge tone={enabled ? 'success' : 'warning'} icon={enabled ? ShieldCheck : ShieldOff}>
            {enabled ? 'On' : 'Off'}
          </Badge>
        </span>
      }
      description={
        enabled
          ? 'Signing in takes your password and a code from your authenticator app.'
          : 'Protect your account with a code from an authenticator app at each sign-in.'
      }
    >
      <div className="flex flex-wrap gap-2">
        {enabled ? (
          <>
            <Button pending={renew.isPending} onClick={() => setOpen({ step: 'replace' })}>
              Replace recovery codes
            </Button>
            <Button onClick={() => setOpen({ step: 'disable' })}>Turn off two-factor authentication</Button>
          </>
        ) : (
          <Button variant="primary" pending={enable.isPending} onClick={() => void setUp()}>
            Turn on two-factor authentication
          </Button>
        )}
      </div>
      <Suspense>
        {open?.step === 'replace' && (
          <ConfirmDialog
            open
            onOpenChange={(stays) => {
              if (!stays) setOpen((now) => (now?.step === 'replace' ? null : now));
            }}
            title="Replace your recovery codes?"
            description="You get ten new codes. The current ones stop working immediately."
            confirmLabel="Replace codes"
            cancelLabel="Keep codes"
            destructive={false}
            // The question closes first: the next step may be a dialog of its own.
            onConfirm={() => void replace()}
          />
        )}
      </Suspense>
      <Suspense>
        {open?.step === 'setup' && (
          <MfaSetupDialog
            secret={open.secret}
            onVerified={(codes) =>
              setOpen({ step: 'codes', title: 'Two-factor authentication is on', codes })
            }
            onClose={close}
          />
        )}
        {open?.step === 'codes' && <RecoveryCodesDialog {...open} onClose={close} />}
        {open?.step === 'disable' && <MfaDisableDialog onClose={close} />}
      </Suspense>
    </Card>
  );
}
