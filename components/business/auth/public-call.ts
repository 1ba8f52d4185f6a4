import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '@/server/transport/router';

/** The public operations, for pages without a session. */
export const publicCall = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] });
