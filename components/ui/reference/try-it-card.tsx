'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Skeleton } from '@/components/ui/base/skeleton';
import type { Tried } from './types';

const TryIt = lazy(() => import('./try-it').then(({ TryIt }) => ({ default: TryIt })));

/** The way to send a request from the page; its form is fetched when it is opened. */
export function TryItCard({ operation }: { operation: Tried }) {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Try it">
      {open ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <TryIt operation={operation} />
        </Suspense>
      ) : (
        <>
          <p className="mb-3 text-muted">
            {operation.method === 'GET'
              ? 'Send a real request with an API key.'
              : 'Send a real request with an API key. It changes your data.'}
          </p>
          <Button onClick={() => setOpen(true)}>Open request form</Button>
        </>
      )}
    </Card>
  );
}
