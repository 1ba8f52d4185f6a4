'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { SearchBox } from '@/components/ui/base/search-box';
import { Select } from '@/components/ui/base/select';
import { Skeleton } from '@/components/ui/base/skeleton';
import { showDone, showUndo } from '@/components/ui/base/toast';
import { formatNumber } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ENTITY_TYPES } from '@/server/kernel/entity-types';
import type { EntityType } from '@/server/kernel/permissions';
import { ConnectionBadge } from './connection-badge';
import { TYPE } from './labels';
import type { Partners } from './partners';
import type { Connection, DirectoryEntry } from './types';

const SHOWN = 20;
const MOST_CONNECTIONS = 500;
const TYPES = [
  { value: 'all', label: 'All types' },
  ...ENTITY_TYPES.map((value) => ({ value, label: `${TYPE[value]}s` })),
] as const;

/** The directory by name and type; businesses with a request or connection can't be chosen again. */
export function DirectorySearch({
  partners: { one, seeks },
  sought,
  onWrite,
  onInvite,
}: {
  partners: Pick<Partners, 'one' | 'seeks'>;
  /** A name that is searched from the start. */
  sought: string;
  /** Asks with a message. */
  onWrite: (entry: DirectoryEntry) => void;
  /** Invites one that isn't here. */
  onInvite: () => void;
}) {
  const { can } = useViewer();
  const [search, setSearch] = useState(sought);
  const [type, setType] = useState<EntityType | 'all'>(sought ? 'all' : seeks);
  const query = trpc.entity.directory.useQuery(
    {
      sort: 'name',
      limit: SHOWN,
      ...(type !== 'all' && { type }),
      ...(search && { search: search.slice(0, 100) }),
    },
    { placeholderData: keepPreviousData },
  );
  const known = trpc.entity.connections.list.useQuery({ limit: MOST_CONNECTIONS });
  const connections = new Map(
    known.data?.data
      .filter(({ status }) => status !== 'rejected')
      .map((connection) => [connection.entity.id, connection]),
  );
  const failure = failureOf(query.error);
  const total = query.data?.pagination.total ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <SearchBox
          value={search}
          onSearch={setSearch}
          label="Search the directory"
          placeholder="Search by name"
          shortcut={false}
          className="flex-1 sm:w-auto"
        />
        <Select
          aria-label="Type of business"
          options={TYPES}
          value={type}
          onValueChange={setType}
          className="w-full sm:w-40"
        />
      </div>
      {query.data === undefined &&
        (query.error ? (
          <ErrorPanel
            heading="p"
            message={failure?.message}
            requestId={failure?.requestId}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton className="h-40 w-full" />
        ))}
      {query.data && (
        <>
          <ul aria-label="Businesses" className="grid gap-3 empty:hidden sm:grid-cols-2">
            {query.data.data.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                connection={connections.get(entry.id)}
                onWrite={() => onWrite(entry)}
              />
            ))}
          </ul>
          <p role="status" className="text-muted text-sm">
            {total === 0 && 'No businesses found. Check the spelling or choose another type.'}
            {total > SHOWN && `The first ${SHOWN} of ${formatNumber(total)}. Search to narrow them.`}
          </p>
          {can('create:connections') && (
            <p className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-tint-neutral px-4 py-2 text-on-tint-neutral">
              <span>Not here? Invite the {one} by email.</span>
              <Button size="sm" onClick={onInvite}>
                <MailPlus aria-hidden />
                Invite {one}
              </Button>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** A business of the directory: asked for a connection in one press, which can be taken back. */
function Entry({
  entry,
  connection,
  onWrite,
}: {
  entry: DirectoryEntry;
  connection: Connection | undefined;
  onWrite: () => void;
}) {
  const { id, name, type, city, state } = entry;
  const request = trpc.entity.connections.request.useMutation();
  const end = trpc.entity.connections.end.useMutation();
  const ask = async () => {
    try {
      const asked = await request.mutateAsync({ entity_id: id });
      if (asked.status === 'accepted') return showDone('Connected', name);
      const undo = () =>
        end
          .mutateAsync({ id: asked.id })
          .then(() => showDone('Request taken back', name))
          .catch((error) => showError("Couldn't take it back", error));
      showUndo('Request sent', undo, name);
    } catch (error) {
      await showError("Couldn't send the request", error);
    }
  };
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-border p-3">
      <div className="flex min-w-0 items-center gap-3">
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-lg bg-tint-info font-semibold text-on-tint-info"
        >
          {initialsOf(name)}
        </span>
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">{name}</p>
          <p className="text-muted text-sm">
            {TYPE[type]} · {city}, {state}
          </p>
        </div>
      </div>
      {connection ? (
        <span className="mt-auto">
          <ConnectionBadge status={connection.status} />
        </span>
      ) : (
        <div className="mt-auto flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            variant="primary"
            pending={request.isPending}
            aria-label={`Request connection with ${name}`}
            onClick={() => void ask()}
          >
            Request
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Write a message to ${name}`} onClick={onWrite}>
            With a message
          </Button>
        </div>
      )}
    </li>
  );
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase();
