'use client';
import { KeyRound } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { Button } from '@/components/ui/base/button';
import { SelectField } from '@/components/ui/forms/fields';
import { TextField } from '@/components/ui/forms/text-field';
import { authOf, type ConnectionValues } from './connection-values';
import { AUTH, type AuthKind } from './labels';
import type { Provider } from './types';

const KINDS = (Object.keys(AUTH) as AuthKind[]).map((value) => ({ value, label: AUTH[value] }));

const TOKEN: Partial<Record<Provider, string>> = { square: 'Access token', dutchie: 'API key' };
const KEPT = 'Stored encrypted, never shown again.';

/** What lets us in: what is kept is never shown, only replaced. @param kept null for a new connection */
export function CredentialFields({ kept }: { kept: AuthKind | null }) {
  const { watch, setValue } = useFormContext<ConnectionValues>();
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
      {provider === 'http' && <SelectField name="auth" label="Credentials" options={KINDS} />}
      {kind === 'bearer' && (
        <TextField
          name="token"
          label={TOKEN[provider] ?? 'Token'}
          required
          hint={KEPT}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
        />
      )}
      {provider === 'dutchie' && (
        <TextField
          name="integrator_key"
          label="Integrator key (optional)"
          hint="If Dutchie has given you one as its integrator."
          type="password"
          autoComplete="new-password"
          spellCheck={false}
        />
      )}
      {kind === 'basic' && (
        <>
          <TextField name="username" label="User name" required autoComplete="off" spellCheck={false} />
          <TextField
            name="password"
            label="Password"
            hint={KEPT}
            type="password"
            autoComplete="new-password"
          />
        </>
      )}
    </fieldset>
  );
}
