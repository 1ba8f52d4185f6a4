import { CircleAlert, RefreshCw, Trash2 } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { areasOf, isReadOnly } from './labels';
import type { ApiKey, KeyLocation } from './types';

const column = columnsOf<ApiKey>();

/** The columns of the list of keys. */
export function keyColumns({
  timezone,
  locations,
  onRotate,
  onRevoke,
}: {
  timezone: string;
  locations: readonly KeyLocation[];
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}) {
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  return column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { rowHeader: true, sortKey: 'name' },
      cell: ({ row: { original } }) => (
        <div className="py-0.5">
          <span className="wrap-anywhere">{original.name}</span>
          <p>
            <code className="font-mono font-normal text-muted text-xs">{original.prefix}…</code>
          </p>
        </div>
      ),
    }),
    column.display({
      id: 'permissions',
      header: 'Permissions',
      cell: ({ row: { original } }) => <Permissions names={original.permissions} />,
    }),
    column.accessor('location_ids', {
      header: 'Locations',
      meta: { hideBelow: 'lg', saysNone: true },
      cell: ({ getValue }) => locationText(getValue(), names),
    }),
    column.accessor((key) => key.created_by.name, {
      id: 'created_by',
      header: 'Acts for',
      meta: { hideBelow: 'xl' },
    }),
    column.accessor('last_used_at', {
      header: 'Last used',
      meta: { saysNone: true },
      cell: ({ getValue }) => <When at={getValue()} timezone={timezone} none="Never" />,
    }),
    column.accessor('expires_at', {
      header: 'Expires',
      meta: { saysNone: true },
      cell: ({ row: { original } }) => <Expiry apiKey={original} timezone={timezone} />,
    }),
    actionsColumn<ApiKey>(
      (original) => (
        <span className="inline-flex gap-1 max-md:gap-2">
          <Button size="sm" aria-label={`Rotate ${original.name}`} onClick={() => onRotate(original)}>
            <RefreshCw aria-hidden />
            Rotate
          </Button>
          <Button size="sm" aria-label={`Revoke ${original.name}`} onClick={() => onRevoke(original)}>
            <Trash2 aria-hidden />
            Revoke
          </Button>
        </span>
      ),
      { className: 'pl-1 last:pr-2' },
    ),
  ]);
}

function Permissions({ names }: { names: ApiKey['permissions'] }) {
  const [first, ...others] = areasOf(names);
  return (
    <span title={names.join(', ')}>
      {first}
      {others.length > 0 && <span className="text-muted"> +{others.length}</span>}
      {isReadOnly(names) && <span className="block text-muted text-sm">Read only</span>}
    </span>
  );
}

function locationText(ids: ApiKey['location_ids'], names: ReadonlyMap<string, string>): string {
  if (ids === null) return 'All';
  if (ids.length === 0) return 'None';
  const [first = ''] = ids;
  const name = names.get(first) ?? 'A location';
  return ids.length > 1 ? `${name} +${ids.length - 1}` : name;
}

function When({ at, timezone, none }: { at: string | null; timezone: string; none: string }) {
  return at === null ? (
    <span className="text-muted">{none}</span>
  ) : (
    <DateTime value={at} timezone={timezone} relative />
  );
}

function Expiry({
  apiKey: { expires_at, previous_secret_until },
  timezone,
}: {
  apiKey: ApiKey;
  timezone: string;
}) {
  if (expires_at !== null && new Date(expires_at) <= new Date())
    return (
      <Badge tone="danger" icon={CircleAlert}>
        Expired
      </Badge>
    );
  return (
    <>
      {expires_at === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <DateTime value={expires_at} timezone={timezone} />
      )}
      {previous_secret_until !== null && (
        <span className="block text-muted text-sm">
          Old secret until <DateTime value={previous_secret_until} timezone={timezone} />
        </span>
      )}
    </>
  );
}
