'use client';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { trpc } from '@/components/providers/trpc';

/**
 * After any change of a product or a variant: list and detail, the stock rows that bear its name and prices (a new
 * variant has one at once), the overview, and what the server rendered (the page's title).
 */
export function useInvalidateProducts(): () => Promise<void> {
  const utils = trpc.useUtils();
  const router = useRouter();
  return useCallback(async () => {
    router.refresh();
    await Promise.all([
      utils.products.invalidate(),
      utils.inventory.invalidate(),
      utils.overview.invalidate(),
    ]);
  }, [utils, router]);
}
