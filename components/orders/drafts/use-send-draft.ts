'use client';
import { showDone } from '@/components/ui/base/toast';
import { trpc } from '@/components/ui/providers/trpc';
import type { Draft } from './types';

/** Sends a draft as a quote that is valid through a day (YYYY-MM-DD). Rejects with the server's error. */
export function useSendDraft() {
  const update = trpc.drafts.update.useMutation();
  const send = trpc.drafts.send.useMutation();
  return async ({ id, retailer, valid_until }: Draft, day: string) => {
    if (day !== valid_until) await update.mutateAsync({ id, valid_until: day });
    await send.mutateAsync({ id });
    showDone('Quote sent', `For ${retailer.name}`);
  };
}
