'use client';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/base/button';
import { cn } from '@/components/ui/base/class-names';
import { useHydrated } from '@/components/ui/base/use-hydrated';

/** Sends the form around it. Until the page has come alive it does nothing, and looks as it will. */
export function SubmitButton({
  pending,
  className,
  children,
}: {
  pending: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      disabled={!useHydrated()}
      pending={pending}
      className={cn('disabled:opacity-100', className)}
    >
      {children}
    </Button>
  );
}
