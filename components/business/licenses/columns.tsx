import { Badge } from '@/components/ui/base/badge';
import { actionsColumn, EditAndDelete } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { formatDate } from '@/components/ui/format';
import { ExpiryBadge } from './expiry-badge';
import { ACTIVITY, STATUS, USE } from './labels';
import type { License } from './types';

const column = columnsOf<License>();

/** The columns of the licenses. @param may whether the member may change a license */
export function licenseColumns({
  timezone,
  placeOf,
  may,
  last,
  onEdit,
  onDelete,
}: {
  timezone: string;
  placeOf: (license: License) => string;
  may: (license: License) => boolean;
  /** True where only one license is left. */
  last: boolean;
  onEdit: (license: License) => void;
  onDelete: (license: License) => void;
}) {
  return column.columns([
    column.accessor('number', {
      header: 'License',
      meta: { rowHeader: true, sortKey: 'number' },
      cell: ({ row: { original } }) => (
        <span className="block py-1 md:whitespace-normal">
          <span className="wrap-anywhere font-medium">{original.number}</span>
          {original.type && <span className="block text-muted text-sm">{original.type}</span>}
        </span>
      ),
    }),
    column.accessor(placeOf, { id: 'location', header: 'Location' }),
    column.accessor('state', { header: 'State', meta: { hideBelow: 'lg' } }),
    column.accessor('activity', {
      header: 'Activity',
      meta: { hideBelow: 'xl' },
      cell: ({ row: { original } }) => (
        <span className="block py-1 md:whitespace-normal">
          {ACTIVITY[original.activity]}
          <span className="block text-muted text-sm">{USE[original.use]}</span>
        </span>
      ),
    }),
    column.accessor('expires_on', {
      header: 'Expires',
      meta: { sortKey: 'expires_on' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex flex-wrap items-center gap-2 py-1 md:whitespace-normal">
          {original.expires_on ? formatDate(original.expires_on) : 'With your oldest license'}
          {original.status === 'active' && <ExpiryBadge expiry={original.expires_on} timezone={timezone} />}
        </span>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex flex-wrap gap-2">
          {original.status === 'active' ? (
            <Badge tone="success" icon="check">
              {STATUS.active}
            </Badge>
          ) : (
            <Badge icon="slash">{STATUS[original.status]}</Badge>
          )}
          {original.verified_at === null && <Badge tone="warning">Not verified</Badge>}
        </span>
      ),
    }),
    actionsColumn<License>(
      (license) =>
        may(license) && (
          <EditAndDelete
            name={license.number}
            kept={last ? 'A business must have at least one license.' : undefined}
            onEdit={() => onEdit(license)}
            onDelete={() => onDelete(license)}
          />
        ),
    ),
  ]);
}
