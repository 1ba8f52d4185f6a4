'use client';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { trpc } from '@/components/providers/trpc';

/**
 * Refetches runs, the stock that they changed, and what the server rendered, after a sync was requested or has ended, and
 * after a POS connection, a mapping or an inventory setting changed. Resolves when the screen is fresh.
 */
export function useInvalidateSyncs(): () => Promise<void> {
  const utils = trpc.useUtils();
  const router = useRouter();
  return useCallback(async () => {
    router.refresh();
    await Promise.all([
      utils.inventory.invalidate(),
      utils.overview.invalidate(),
      utils.products.invalidate(),
      utils.entity.invalidate(),
    ]);
  }, [utils, router]);
}
