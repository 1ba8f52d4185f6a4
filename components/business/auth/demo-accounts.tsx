'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import type { DemoSignIn } from '@/server/transport/runtime';
import { signIn } from './browser-session';

/** The demo's accounts, one press each. */
export function DemoAccounts({ demo, onSignedIn }: { demo: DemoSignIn; onSignedIn: () => void }) {
  const [pending, setPending] = useState('');
  const [failed, setFailed] = useState(false);
  const press = async (email: string) => {
    setPending(email);
    const response = await signIn('credentials', { email, password: demo.password });
    if (response?.ok) return onSignedIn();
    setPending('');
    setFailed(true);
  };
  return (
    <fieldset className="mt-5 border-border border-t pt-4">
      <legend className="float-left mb-2 w-full font-medium">Sign in as</legend>
      <div className="clear-both grid grid-cols-3 gap-2">
        {demo.accounts.map(({ email, name }) => (
          <Button key={email} pending={pending === email} onClick={() => press(email)} className="px-1">
            {name}
          </Button>
        ))}
      </div>
      {failed && (
        <p role="alert" className="mt-2 text-destructive text-sm">
          Couldn't sign in. Try again, or use the form.
        </p>
      )}
    </fieldset>
  );
}
