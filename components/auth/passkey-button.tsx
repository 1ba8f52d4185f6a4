'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';

/** Signs in with a passkey, in place of email and password. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => unknown }) {
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string>();
  const press = async () => {
    setPending(true);
    setFailed(undefined);
    const { signInWithPasskey } = await import('./passkey-sign-in');
    const failure = await signInWithPasskey();
    if (failure === undefined) return onSignedIn();
    setPending(false);
    setFailed(failure);
  };
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Button size="lg" pending={pending} onClick={() => void press()}>
        Use a passkey
      </Button>
      {failed && (
        <p role="alert" className="text-destructive text-sm">
          {failed}
        </p>
      )}
    </div>
  );
}
