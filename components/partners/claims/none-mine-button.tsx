'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { useViewer } from '@/components/ui/providers/viewer';

const NoneMineDialog = lazy(() => import('./none-mine-dialog').then((m) => ({ default: m.NoneMineDialog })));

/** Rejects every offer, after a question; absent for a member who may not. */
export function NoneMineButton() {
  const [asking, setAsking] = useState(false);
  if (!useViewer().rules('delete:entity')) return null;
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        None of these is mine
      </Button>
      <Suspense>{asking && <NoneMineDialog onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
