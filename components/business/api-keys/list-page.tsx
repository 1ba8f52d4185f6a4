'use client';
import { KeyRound, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DeveloperTabs } from '@/components/business/developers/developer-tabs';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { keyColumns } from './columns';
import { keysList, MOST_KEYS } from './list';
import type { ApiKey, KeyLocation } from './types';

const CreateKeyDialog = lazy(() => import('./create-dialog').then((m) => ({ default: m.CreateKeyDialog })));
const RotateKeyDialog = lazy(() => import('./rotate-dialog').then((m) => ({ default: m.RotateKeyDialog })));
const RevokeKeyDialog = lazy(() => import('./revoke-dialog').then((m) => ({ default: m.RevokeKeyDialog })));

type Open = 'create' | { rotate: ApiKey } | { revoke: ApiKey } | null;

/** The API keys of the business. @param locations those that the user may limit a key to */
export function ApiKeysPage({ locations }: { locations: readonly KeyLocation[] }) {
  const { timezone } = useViewer().entity;
  const [open, setOpen] = useState<Open>(null);
  const list = useServerList(keysList, trpc.apiKeys.list, { steady: false });
  const columns = useMemo(
    () =>
      keyColumns({
        timezone,
        locations,
        onRotate: (key) => setOpen({ rotate: key }),
        onRevoke: (key) => setOpen({ revoke: key }),
      }),
    [timezone, locations],
  );
  const full = (list.position?.total ?? 0) >= MOST_KEYS;
  const create = (
    <Button variant="primary" disabled={full} onClick={() => setOpen('create')}>
      <Plus aria-hidden />
      Create key
    </Button>
  );
  const close = () => setOpen(null);
  return (
    <ListPage
      title="API keys"
      description={
        full
          ? `A business can have ${MOST_KEYS} keys. Revoke one to create another.`
          : 'Let your programs call the API without a password.'
      }
      actions={create}
      tabs={<DeveloperTabs current="keys" />}
      bar={<div className="mt-5" />}
      list={list}
      paged={false}
      columns={columns}
      rowLabel={(key) => key.name}
      skeletonRows={3}
      empty={
        <EmptyState icon={KeyRound} title="No API keys yet">
          A key has only the permissions and locations that you give it.
        </EmptyState>
      }
    >
      <Suspense>
        {open === 'create' && <CreateKeyDialog locations={locations} onClose={close} />}
        {open && typeof open === 'object' && 'rotate' in open && (
          <RotateKeyDialog apiKey={open.rotate} onClose={close} />
        )}
        {open && typeof open === 'object' && 'revoke' in open && (
          <RevokeKeyDialog apiKey={open.revoke} onClose={close} />
        )}
      </Suspense>
    </ListPage>
  );
}
