'use client';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { trpc } from '@/components/providers/trpc';

/**
 * After an endpoint was added, changed, tested, replayed or deleted: list, detail, deliveries and the tile of the
 * overview, and what the server rendered (the page's title). Resolves when what is on the screen is fresh.
 */
export function useInvalidateWebhooks(): () => Promise<void> {
  const utils = trpc.useUtils();
  const router = useRouter();
  return useCallback(async () => {
    router.refresh();
    await utils.webhooks.invalidate();
  }, [utils, router]);
}
