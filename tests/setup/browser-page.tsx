import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { trpc } from '@/components/ui/providers/trpc';
import { ViewerProvider } from '@/components/ui/providers/viewer';
import type { Permission, TeamRole } from '@/server/kernel/permissions';
import type { AppRouter } from '@/server/transport/router';

export interface Call {
  path: string;
  input: unknown;
}

/** A page of a list that has all its rows. */
export const pageOf = <Row,>(data: readonly Row[]) => ({
  data,
  pagination: { page: 1, limit: 50, total: data.length, has_more: false, next_cursor: null },
});

/**
 * Shows a part of a signed-in page whose server is `answer`; a call that it throws for fails, and one of a promise ends with it.
 * @returns the calls, as they come, and the user
 */
export function showPage(
  children: ReactNode,
  answer: (path: string, input: unknown) => unknown,
  {
    permissions = [],
    address = '',
    isLimited = false,
    locations = [],
    isMailOff = false,
    role = 'owner',
  }: {
    permissions?: readonly Permission[];
    address?: string;
    isLimited?: boolean;
    locations?: readonly { id: string; name: string }[];
    isMailOff?: boolean;
    role?: TeamRole;
  } = {},
) {
  const calls: Call[] = [];
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op: { path, input } }) =>
      observable((observer) => {
        calls.push({ path, input });
        const respond = (data: unknown) => {
          observer.next({ result: { type: 'data', data } });
          observer.complete();
        };
        const fail = (error: unknown) => observer.error(TRPCClientError.from(error as Error));
        try {
          const data = answer(path, input);
          if (data instanceof Promise) data.then(respond, fail);
          else respond(data);
        } catch (error) {
          fail(error);
        }
      });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const viewer = {
    user: { name: 'Sam', email: 'sam@shop.example', role },
    entity: { id: 'e', name: 'Redwood', type: 'wholesaler', timezone: 'America/Los_Angeles' },
    permissions,
    isLimited,
    locations,
    isMailOff,
  };
  render(
    <NuqsTestingAdapter searchParams={address} hasMemory>
      <trpc.Provider client={trpc.createClient({ links: [link] })} queryClient={client}>
        <QueryClientProvider client={client}>
          <ViewerProvider value={viewer as never}>{children}</ViewerProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </NuqsTestingAdapter>,
  );
  return { calls, user: userEvent.setup() };
}
