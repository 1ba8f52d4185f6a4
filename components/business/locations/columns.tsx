import { TriangleAlert } from 'lucide-react';
import { ROOM } from '@/components/stock/inventory/labels';
import { ActiveBadge } from '@/components/ui/base/active-badge';
import { actionsColumn, EditAndDelete } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { UNKNOWN } from '@/components/ui/format';
import { AddressCell } from './address-cell';
import type { Location } from './types';

const column = columnsOf<Location>();
const LAST = 'A business must have at least one location.';

/** The columns of the locations. @param may whether the viewer may change a location */
export function locationColumns({
  may,
  last,
  onEdit,
  onDelete,
}: {
  may: { edit: (location: Location) => boolean; delete: (location: Location) => boolean } | null;
  /** True where only one location is left. */
  last: boolean;
  onEdit: (location: Location) => void;
  onDelete: (location: Location) => void;
}) {
  const facts = column.columns([
    column.accessor('name', {
      header: 'Location',
      meta: { rowHeader: true, sortKey: 'name' },
      cell: (info) => <span className="wrap-anywhere font-medium">{info.getValue()}</span>,
    }),
    column.accessor('address', {
      header: 'Address',
      cell: (info) => <AddressCell {...info.getValue()} />,
    }),
    column.accessor('license_number', {
      header: 'License',
      cell: ({ row: { original } }) => (
        <span className="block py-1 md:max-w-72 md:whitespace-normal">
          <span className="md:whitespace-nowrap">{original.license_number ?? UNKNOWN}</span>
          {original.license_warnings.map(({ code, message }) => (
            <span key={code} className="mt-0.5 flex items-start gap-1.5 text-muted text-sm">
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-on-tint-warning" />
              {message}
            </span>
          ))}
        </span>
      ),
    }),
    column.accessor('receiving_room', {
      header: 'Receives into',
      meta: { hideBelow: 'xl' },
      cell: ({ row: { original } }) => (
        <span className="block py-1 md:whitespace-normal">
          {ROOM[original.receiving_room]}
          {original.receiving_hours && (
            <span className="block text-muted text-sm">{original.receiving_hours}</span>
          )}
        </span>
      ),
    }),
    column.accessor('active', {
      header: 'State',
      meta: { card: 'badge' },
      cell: (info) => <ActiveBadge active={info.getValue()} />,
    }),
  ]);
  if (!may) return facts;
  return [
    ...facts,
    actionsColumn<Location>((location) => (
      <EditAndDelete
        name={location.name}
        kept={last ? LAST : undefined}
        onEdit={may.edit(location) ? () => onEdit(location) : null}
        onDelete={may.delete(location) ? () => onDelete(location) : null}
      />
    )),
  ];
}
