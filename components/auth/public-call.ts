import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@/server/root';

/** The operations that anybody may call, for pages without a session. */
export const publicCall = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] });

/** What a failed call says: our code, and the message of its first field error, if any; nulls when no answer came. */
export function failureOf(error: unknown): { code: string | null; fault: string | null; reason: unknown } {
  const data = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : null;
  if (!data) return { code: null, fault: null, reason: null };
  const [first] = (data.details.errors ?? []) as { message: string }[];
  return { code: data.code, fault: first?.message ?? null, reason: data.details.reason };
}
