'use client';
import { useState } from 'react';
import { TextField } from './text-field';

/** The password of a sign-in, which can be shown. A plain button: the page of sign-in loads no checkbox. */
export function CurrentPasswordField() {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        name="password"
        label="Password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 rounded-sm text-link text-sm underline-offset-4 hover:underline max-md:-top-3 max-md:h-11"
      >
        {shown ? 'Hide password' : 'Show password'}
      </button>
    </div>
  );
}
