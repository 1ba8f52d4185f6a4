'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { FaultText } from '@/components/ui/base/fault-text';
import { errorText } from '@/components/ui/forms/error-text';

const signIn = async () => (await import('./passkey-sign-in')).signInWithPasskey();

/** Uses a passkey in place of what is typed: to sign in, or for another act. */
export function PasskeyButton({
  act = signIn,
  onDone,
}: {
  /** Resolves to undefined once done, else to what went wrong. */
  act?: () => Promise<string | undefined>;
  onDone: () => unknown;
}) {
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string>();
  const press = async () => {
    setPending(true);
    setFailed(undefined);
    try {
      const failure = await act();
      if (failure === undefined) return await onDone();
      setFailed(failure);
    } catch (error) {
      // The code of a sign-in loads with the first press, which may fail, too.
      setFailed(errorText(error));
    }
    setPending(false);
  };
  return (
    <div className="flex flex-col gap-2">
      <Button size="lg" pending={pending} onClick={() => void press()}>
        Use a passkey
      </Button>
      <FaultText message={failed} />
    </div>
  );
}
