'use client';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { AppCode } from '@/components/business/auth/app-code';
import { CopyButton } from '@/components/ui/base/copy-button';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { showCredentialError } from './credential-error';
import { QrCode } from './qr-code';
import type { MfaSecret } from './types';

const Setup = z.object({ code: AppCode });

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-tint-neutral font-semibold text-on-tint-neutral text-xs"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <h3 className="font-medium leading-6">{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** Hands a new secret to the member's app and takes its first code. */
export function MfaSetupDialog({
  secret: { secret, qr_code_url },
  onVerified,
  onClose,
}: {
  secret: MfaSecret;
  onVerified: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const verify = trpc.auth.mfaVerify.useMutation();
  const form = useServerForm({
    schema: Setup,
    defaultValues: { code: '' },
    mode: 'onSubmit',
    onSubmit: async ({ code }) => {
      const { recovery_codes = [] } = await verify.mutateAsync({ code });
      onVerified(recovery_codes);
    },
    onError: showCredentialError,
  });
  return (
    <FormDialog form={form} title="Set up two-factor authentication" submitLabel="Turn on" onClose={onClose}>
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Scan this code with an authenticator app">
          <div className="flex flex-wrap items-center gap-5">
            <QrCode text={qr_code_url} label="QR code for your authenticator app" />
            <div className="flex min-w-0 flex-1 basis-52 flex-col items-start gap-2">
              <p className="text-muted">Can't scan it? Enter this key:</p>
              <code className="select-all break-words font-mono text-sm">
                {secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </code>
              <CopyButton text={secret} what="key" />
            </div>
          </div>
        </Step>
        <Step number={2} title="Enter the code that the app shows">
          <TextField
            name="code"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="sm:max-w-40"
          />
        </Step>
      </ol>
    </FormDialog>
  );
}
