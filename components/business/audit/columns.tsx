import type { ReactNode } from 'react';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { UNKNOWN } from '@/components/ui/format';
import { Changes } from './changes';
import { actionLabel, objectHref, objectName, wordsOf } from './labels';
import type { AuditEntry, Members } from './types';

const column = columnsOf<AuditEntry>();

/** Two lines: what it is, and smaller what kind or where from. */
function TwoLines({ first, second }: { first: ReactNode; second: string }) {
  return (
    <span className="block min-w-0">
      <span className="block break-words md:min-w-32 md:whitespace-normal">{first}</span>
      <span className="block break-all text-muted text-xs">{second}</span>
    </span>
  );
}

function ObjectCell({ entry, members }: { entry: AuditEntry; members: Members }) {
  const href = objectHref(entry);
  const name = objectName(entry, members);
  const first = href ? (
    <Link href={href} className="text-link underline-offset-4 hover:underline">
      {name}
    </Link>
  ) : (
    name
  );
  return <TwoLines first={first} second={wordsOf(entry.object.type)} />;
}

/** The columns of the audit log. @param onView shows the change of a row whole; keep it stable */
export function auditColumns(timezone: string, members: Members, onView: (entry: AuditEntry) => void) {
  return column.columns([
    column.accessor('action', {
      header: 'Action',
      meta: { rowHeader: true },
      cell: (info) => actionLabel(info.getValue()),
    }),
    column.accessor((entry) => entry.object.id, {
      id: 'object',
      header: 'Object',
      meta: { card: 'detail' },
      cell: ({ row: { original } }) => <ObjectCell entry={original} members={members} />,
    }),
    column.display({
      id: 'fields',
      header: 'Change',
      meta: { card: 'detail', className: 'md:min-w-48' },
      cell: ({ row: { original } }) => <Changes entry={original} />,
    }),
    column.accessor((entry) => entry.actor.name, {
      id: 'actor',
      header: 'Actor and address',
      meta: { card: 'detail' },
      cell: ({ row: { original }, getValue }) => (
        <TwoLines first={getValue()} second={original.address || UNKNOWN} />
      ),
    }),
    column.accessor('created_at', {
      header: 'When',
      meta: { card: 'badge' },
      cell: (info) => (
        <span className="whitespace-nowrap max-md:text-muted max-md:text-xs">
          <DateTime value={info.getValue()} timezone={timezone} relative />
        </span>
      ),
    }),
    actionsColumn<AuditEntry>((original) => (
      <Button
        size="sm"
        aria-label={`View ${actionLabel(original.action)}, ${objectName(original, members)}`}
        onClick={() => onView(original)}
      >
        View
      </Button>
    )),
  ]);
}
