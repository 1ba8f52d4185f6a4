'use client';
import { TextField } from './text-field';

/** Another person's email: the browser doesn't fill in the member's own. */
export function EmailField({ autoFocus }: { autoFocus?: boolean }) {
  return (
    <TextField
      name="email"
      label="Email"
      required
      type="email"
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
      autoFocus={autoFocus}
    />
  );
}
