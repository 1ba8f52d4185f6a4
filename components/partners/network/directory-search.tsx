'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { SearchBox } from '@/components/ui/base/search-box';
import { Select } from '@/components/ui/base/select';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatNumber } from '@/components/ui/format';
import { failureOf } from '@/components/ui/forms/failure';
import { trpc } from '@/components/ui/providers/trpc';
import { ENTITY_TYPES } from '@/server/kernel/entity-types';
import type { EntityType } from '@/server/kernel/permissions';
import { ConnectionBadge } from './connection-badge';
import { TYPE } from './labels';
import type { Connection, DirectoryEntry } from './types';

const SHOWN = 20;
const MOST_CONNECTIONS = 500;
const TYPES = [
  { value: 'all', label: 'All types' },
  ...ENTITY_TYPES.map((value) => ({ value, label: `${TYPE[value]}s` })),
] as const;

/** The directory by name and type; businesses with a request or connection can't be chosen again. */
export function DirectorySearch({
  seeks,
  sought,
  onChoose,
}: {
  seeks: EntityType;
  /** A name that is searched from the start. */
  sought: string;
  onChoose: (entry: DirectoryEntry) => void;
}) {
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
          <ul
            aria-label="Businesses"
            className="divide-y divide-border rounded-lg border border-border empty:hidden"
          >
            {query.data.data.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                connection={connections.get(entry.id)}
                onChoose={() => onChoose(entry)}
              />
            ))}
          </ul>
          <p role="status" className="text-muted text-sm">
            {total === 0 && 'No businesses found. Check the spelling or choose another type.'}
            {total > SHOWN && `The first ${SHOWN} of ${formatNumber(total)}. Search to narrow them.`}
          </p>
        </>
      )}
    </div>
  );
}

function Entry({
  entry,
  connection,
  onChoose,
}: {
  entry: DirectoryEntry;
  connection: Connection | undefined;
  onChoose: () => void;
}) {
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2.5">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{entry.name}</p>
        <p className="text-muted text-sm">
          {TYPE[entry.type]} · {entry.city}, {entry.state}
        </p>
      </div>
      {connection ? (
        <ConnectionBadge status={connection.status} />
      ) : (
        <Button size="sm" aria-label={`Request connection with ${entry.name}`} onClick={onChoose}>
          Request
        </Button>
      )}
    </li>
  );
}
