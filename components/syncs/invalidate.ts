'use client';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { trpc } from '@/components/providers/trpc';

/**
 * After a sync was asked for or has ended, and after a point of sale, a mapping or a setting of the stock was changed:
 * the runs, the stock that they changed, what is shown of either elsewhere, and what the server rendered. Resolves when
 * what is on the screen is fresh.
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
