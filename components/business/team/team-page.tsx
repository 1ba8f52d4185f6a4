'use client';
import { UserPlus } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { parseAsFlag } from '@/components/ui/data-table/list-definition';
import { ListPage } from '@/components/ui/data-table/list-page';
import { ListTable } from '@/components/ui/data-table/list-table';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { invitationColumns, memberColumns } from './columns';
import { nameOf } from './labels';
import { teamList } from './list';
import { limitAmong, onlyOwner } from './rules';
import type { Member, Place } from './types';

const InviteDialog = lazy(() => import('./invite-dialog').then((m) => ({ default: m.InviteDialog })));
const EditDialog = lazy(() => import('./edit-dialog').then((m) => ({ default: m.EditDialog })));
const RemoveDialog = lazy(() => import('./remove-dialog').then((m) => ({ default: m.RemoveDialog })));

type Opened = { edited: Member } | { removed: Member } | null;
const rowId = ({ user_id }: Member) => user_id;
const NONE: readonly Member[] = [];

/** Members and open invitations of the business. @param limit the viewer's locations; null for all */
export function TeamPage({ places, limit }: { places: readonly Place[]; limit: readonly string[] | null }) {
  const { entity, user, can } = useViewer();
  const [dialog, setDialog] = useState<Opened>(null);
  // In the address: the Create menu and the palette open it from other pages.
  const [inviting, setInviting] = useQueryState('invite', parseAsFlag);
  const list = useServerList(teamList, trpc.entity.team.list, { rowId, steady: false });
  const rows = list.rows ?? NONE;
  const invitations = rows.filter(({ status }) => status === 'invited');
  // Owners on another page are unknown here; the server checks in any case.
  const complete = rows.length >= (list.position?.total ?? Number.POSITIVE_INFINITY);
  const lastOwner = complete ? onlyOwner(rows) : null;
  const { role } = user;
  const manages = can('update:team');
  const reach = complete ? limitAmong(rows, { role, limit }) : limit;
  const { timezone } = entity;
  const [members, invited] = useMemo(() => {
    const context = {
      ...{ places, timezone, manager: manages ? { role, limit: reach } : null },
      onEdit: (edited: Member) => setDialog({ edited }),
      onRemove: (removed: Member) => setDialog({ removed }),
    };
    return [memberColumns({ ...context, lastOwner }), invitationColumns(context)];
  }, [places, timezone, manages, role, reach, lastOwner]);
  const invite = can('create:team') && (
    <Button variant="primary" onClick={() => void setInviting(true)}>
      <UserPlus aria-hidden />
      Invite member
    </Button>
  );
  const close = () => setDialog(null);
  return (
    <ListPage
      title="Team"
      actions={invite}
      bar={null}
      list={list}
      rows={list.rows && rows.filter(({ status }) => status === 'active')}
      paged={!complete}
      caption="Members"
      columns={members}
      rowLabel={nameOf}
      skeletonRows={4}
      empty={
        <EmptyState icon={UserPlus} title="No members yet">
          Members of your business appear here.
        </EmptyState>
      }
    >
      {invitations.length > 0 && (
        <section aria-labelledby="pending-invitations" className="mt-8">
          <h2 id="pending-invitations" className="mb-3 font-semibold text-lg">
            Pending invitations
          </h2>
          <ListTable
            list={list}
            rows={invitations}
            caption="Pending invitations"
            columns={invited}
            rowLabel={nameOf}
            paged={false}
            shortcuts={false}
            empty={null}
          />
        </section>
      )}
      <Suspense>
        {inviting && can('create:team') && (
          <InviteDialog places={places} limit={reach} onClose={() => void setInviting(null)} />
        )}
        {dialog !== null && 'edited' in dialog && (
          <EditDialog member={dialog.edited} places={places} limit={reach} onClose={close} />
        )}
        {dialog !== null && 'removed' in dialog && <RemoveDialog member={dialog.removed} onClose={close} />}
      </Suspense>
    </ListPage>
  );
}
