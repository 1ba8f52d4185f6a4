'use client';
import * as z from 'zod/mini';
import { TextField } from '@/components/ui/forms/text-field';

/** The member's current password: only the server can check it. */
export const OwnPassword = z.string().check(z.minLength(1, 'Enter your password'));
/** A code of the app or a recovery code. */
export const AnyCode = z.string().check(z.trim(), z.minLength(1, 'Enter a code'));

export function OwnPasswordField({ label = 'Password' }: { label?: string }) {
  return <TextField name="password" label={label} type="password" autoComplete="current-password" />;
}

export function AnyCodeField() {
  return (
    <TextField
      name="code"
      label="Code"
      hint="From your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      className="sm:max-w-56"
    />
  );
}
