'use client';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { httpBatchLink, TRPCClientError } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { type ReactNode, useState } from 'react';
import type { AppRouter } from '@/server/transport/router';
import { SessionGate, sessionGate } from './session-gate';

export const trpc = createTRPCReact<AppRouter>();

/** The server's error of a failed call; null without a response. */
export function failureOf(error: unknown): {
  code: string;
  message: string;
  details: Record<string, unknown>;
  requestId: string | null;
} | null {
  if (!(error instanceof TRPCClientError)) return null;
  const data = (error as TRPCClientError<AppRouter>).data;
  return data
    ? { code: data.code, message: error.message, details: data.details, requestId: data.requestId }
    : null;
}

/** An ended session is no failed query: the gate asks to sign in again, over the page. */
function noteEndedSession(error: unknown): void {
  if (failureOf(error)?.code === 'UNAUTHORIZED') sessionGate.open();
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteEndedSession }),
    mutationCache: new MutationCache({ onError: noteEndedSession }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) =>
          count < 2 && ['SERVICE_UNAVAILABLE', undefined].includes(failureOf(error)?.code),
      },
    },
  });
}

/** The signed-in pages' access to the server. @param email of the member whose pages they are */
export function TrpcProvider({ email, children }: { email: string; children: ReactNode }) {
  const [queryClient] = useState(makeClient);
  const [client] = useState(() =>
    trpc.createClient({ links: [httpBatchLink({ url: '/api/trpc', maxURLLength: 4000, maxItems: 20 })] }),
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
