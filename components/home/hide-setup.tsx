'use client';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/base/button';
import { keepChoice } from '@/components/ui/base/cookie';
import { SETUP_COOKIE } from './setup-cookie';

/** Takes the steps of setting up off Home, in this browser. */
export function HideSetup() {
  const router = useRouter();
  return (
    <Button
      size="sm"
      onClick={() => {
        keepChoice(SETUP_COOKIE, 'hidden');
        router.refresh();
      }}
    >
      Hide steps
    </Button>
  );
}
