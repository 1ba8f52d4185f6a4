'use client';
import { KeyRound } from 'lucide-react';
import { Controller, useFormContext } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { AUTH, type AuthKind, authOf, type ConnectionValues } from './connection-form';

const KINDS = (Object.keys(AUTH) as AuthKind[]).map((value) => ({ value, label: AUTH[value] }));

/** What lets us in: what is kept is never shown, only replaced. @param kept null for a new connection */
export function CredentialFields({ kept }: { kept: AuthKind | null }) {
  const { register, control, watch, setValue, formState } = useFormContext<ConnectionValues>();
  const { errors } = formState;
  const [provider, replace, chosen] = watch(['provider', 'replace', 'auth']);
  if (provider === 'simulator') return null;
  if (!replace) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-border px-3 py-2">
        <div>
          <p className="font-medium">Credentials</p>
          <p className="text-muted text-sm">
            {kept === 'none' || kept === null ? 'None stored.' : `${AUTH[kept]}: stored, never shown again.`}
          </p>
        </div>
        <Button size="sm" onClick={() => setValue('replace', true, { shouldDirty: true })}>
          <KeyRound aria-hidden />
          Replace
        </Button>
      </div>
    );
  }
  const kind = authOf({ provider, auth: chosen });
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="sr-only">Credentials</legend>
      {provider === 'http' && (
        <Controller
          control={control}
          name="auth"
          render={({ field }) => (
            <Field label="Credentials" error={errors.auth?.message}>
              <Select
                name={field.name}
                options={KINDS}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
      )}
      {kind === 'bearer' && (
        <Field
          label={provider === 'square' ? 'Access token' : 'Token'}
          required
          error={errors.token?.message}
          hint="Stored encrypted, never shown again."
        >
          <Input type="password" autoComplete="new-password" spellCheck={false} {...register('token')} />
        </Field>
      )}
      {kind === 'basic' && (
        <>
          <Field label="User name" required error={errors.username?.message}>
            <Input autoComplete="off" spellCheck={false} {...register('username')} />
          </Field>
          <Field
            label="Password"
            error={errors.password?.message}
            hint="Stored encrypted, never shown again."
          >
            <Input type="password" autoComplete="new-password" {...register('password')} />
          </Field>
        </>
      )}
    </fieldset>
  );
}
