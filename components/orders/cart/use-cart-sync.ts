'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { useCartStore } from './use-cart';

const POLL_MS = 15_000;
const CHANNEL = 'carts';

/** Keeps the cart as other tabs (at once) and devices (every 15 s) change it. Once per page. */
export function useCartSync(): void {
  const store = useCartStore();
  const { user, entity } = useViewer();
  const { client } = trpc.useUtils();
  const key = `cart:${entity.id}:${user.email}`;
  useQuery({
    queryKey: [['carts']],
    queryFn: async () => (await store?.refresh())?.suppliers.length ?? 0,
    enabled: store !== null,
    refetchInterval: POLL_MS,
  });
  useEffect(() => {
    if (!store) return;
    const channel = new BroadcastChannel(`${CHANNEL}:${key}`);
    channel.onmessage = () => void store.refresh().catch(() => {});
    store.onStored = () => channel.postMessage('changed');
    return () => {
      store.onStored = () => {};
      channel.close();
    };
  }, [store, key]);
  useEffect(() => {
    if (!store) return;
    void (async () => {
      // Of a browser that kept the cart itself: loaded where there is one.
      if (!hasOldCart(key)) return;
      const { takeOver } = await import('./take-over');
      await takeOver(client, key);
      await store.refresh();
    })().catch(() => {});
  }, [store, client, key]);
}

function hasOldCart(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
