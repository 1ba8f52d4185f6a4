'use client';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { failureOf } from '@/components/ui/forms/failure';
import type { AppRouter } from '@/server/transport/router';
import { unpack } from './packed';
import { passwordLink } from './password-link';
import { SessionGate, sessionGate } from './session-gate';

export const trpc = createTRPCReact<AppRouter>();

declare module '@tanstack/react-query' {
  interface Register {
    /** `background`: not awaited by the mutation. `later`: the caller uses useRefresh, after a batch. */
    mutationMeta: { refresh?: 'background' | 'later' };
  }
}

/** An ended session is no failed query: the gate asks to sign in again, over the page. */
function noteEndedSession(error: unknown): void {
  if (failureOf(error)?.code === 'UNAUTHORIZED') sessionGate.open();
}

/** @param refreshPage fetches again what the server rendered */
function makeClient(refreshPage: () => void): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noteEndedSession }),
    // Every mutation refreshes what it made out of date, before it counts as settled: no caller can forget.
    mutationCache: new MutationCache({
      onError: noteEndedSession,
      onSettled: (_data, error, _input, _context, { options: { mutationKey, meta } }) => {
        // Without a session the page would lead to sign-in, and what was typed would be lost.
        if (meta?.refresh === 'later' || failureOf(error)?.code === 'UNAUTHORIZED') return;
        // Loaded with the first mutation: no page carries the map from the start.
        const fresh = import('./changes').then(({ refreshAfter }) =>
          refreshAfter(client, operationOf(mutationKey), error ? () => {} : refreshPage),
        );
        // A rejected form shows its errors at once.
        if (!error && meta?.refresh !== 'background') return fresh;
      },
    }),
    defaultOptions: {
      hydrate: { deserializeData: unpack },
      queries: {
        staleTime: 5_000,
        retry: (count, error) =>
          count < 2 && ['SERVICE_UNAVAILABLE', undefined].includes(failureOf(error)?.code),
      },
    },
  });
  return client;
}

/** `orders.cancel` of tRPC's mutation key. */
function operationOf(key: readonly unknown[] | undefined): string {
  const [path] = key ?? [];
  return Array.isArray(path) ? path.join('.') : '';
}

/** The signed-in pages' access to the server. @param email of the member whose pages they are */
export function TrpcProvider({ email, children }: { email: string; children: ReactNode }) {
  const router = useRouter();
  const [queryClient] = useState(() => makeClient(() => router.refresh()));
  const [client] = useState(() =>
    trpc.createClient({
      links: [passwordLink, httpBatchLink({ url: '/api/trpc', maxURLLength: 4000, maxItems: 20 })],
    }),
  );
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        {children}
        <SessionGate email={email} onSignedIn={() => void queryClient.invalidateQueries()} />
      </QueryClientProvider>
    </trpc.Provider>
  );
}
