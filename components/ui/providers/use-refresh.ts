'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import type { Change } from './changes/stale';

/**
 * Fetches again what is out of date, after changes that no mutation of this page reports: those of a run that has ended,
 * and those of a batch of mutations that each asked for `refresh: 'later'`.
 */
export function useRefresh(): (...changes: Change[]) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (...changes) => {
      const { refresh } = await import('./changes');
      await refresh(client, changes, () => router.refresh());
    },
    [client, router],
  );
}
