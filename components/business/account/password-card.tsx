'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';

const PasswordDialog = lazy(() => import('./password-dialog').then((m) => ({ default: m.PasswordDialog })));

export function PasswordCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Password" description="Changing it signs you out everywhere else.">
      <Button onClick={() => setOpen(true)}>Change password</Button>
      <Suspense>{open && <PasswordDialog onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}
