'use client';
import { MonitorSmartphone } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { showDone } from '@/components/ui/base/toast';
import { ListTable } from '@/components/ui/data-table/list-table';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { deviceOf } from '@/server/kernel/device';
import { sessionColumns } from './columns';
import { sessionsList } from './list';

/** Where the member is signed in, over dashboard and API. */
export function SessionsSection() {
  const { timezone } = useViewer().entity;
  const list = useServerList(sessionsList, trpc.auth.sessions, { steady: false });
  const columns = useMemo(() => sessionColumns(timezone), [timezone]);
  const endOthers = trpc.auth.endOtherSessions.useMutation();
  const signOutOthers = async () => {
    try {
      await endOthers.mutateAsync({});
      showDone('Signed out everywhere else');
    } catch (error) {
      await showError("Couldn't sign out", error);
    }
  };
  const alone = (list.position?.total ?? 0) < 2;
  return (
    <section aria-labelledby="sessions">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="sessions" className="font-semibold text-lg">
            Sessions
          </h2>
          <p className="mt-0.5 text-muted text-sm">
            Where you're signed in, in the dashboard and over the API.
          </p>
        </div>
        <Button disabled={alone} pending={endOthers.isPending} onClick={() => void signOutOthers()}>
          Sign out all others
        </Button>
      </header>
      <ListTable
        list={list}
        caption="Sessions"
        columns={columns}
        rowLabel={(session) => deviceOf(session.user_agent)}
        empty={
          <EmptyState icon={MonitorSmartphone} title="No sessions">
            Your browsers and API clients appear here once they sign in.
          </EmptyState>
        }
      />
    </section>
  );
}
