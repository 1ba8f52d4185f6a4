import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@/server/transport/router';

/** The operations that anybody may call, for pages without a session. */
export const publicCall = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] });

/** What a failed call says: our code, and the path and message of its first field error, if any; nulls without a response. */
export function failureOf(error: unknown): {
  code: string | null;
  fault: string | null;
  path: string | null;
  reason: unknown;
} {
  const data = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : null;
  if (!data) return { code: null, fault: null, path: null, reason: null };
  const [first] = (data.details.errors ?? []) as { path: string; message: string }[];
  return {
    code: data.code,
    fault: first?.message ?? null,
    path: first?.path ?? null,
    reason: data.details.reason,
  };
}
