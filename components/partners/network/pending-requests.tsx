'use client';
import { useMemo } from 'react';
import { Link } from '@/components/ui/base/link';
import { Section } from '@/components/ui/base/section';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatCount } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { connectionColumns } from './columns';
import type { Connection } from './types';

/** The newest requests of businesses that could buy from this one, with the response in place. */
export function PendingRequests({
  requests,
  total,
}: {
  requests: readonly Connection[];
  /** How many there are; null is unknown. */
  total: number | null;
}) {
  const { entity, can } = useViewer();
  const mayRespond = can('update:connections');
  const columns = useMemo(
    () => connectionColumns({ path: null, timezone: entity.timezone, mayRespond }),
    [entity.timezone, mayRespond],
  );
  return (
    <Section
      title="Pending requests"
      className="mt-5 mb-6"
      actions={
        total !== null &&
        total > requests.length && (
          <Link
            href="/customers/requests"
            className="font-medium text-link underline-offset-4 hover:underline"
          >
            View {formatCount(total, 'request')}
          </Link>
        )
      }
    >
      <DataTable
        caption="Pending requests"
        columns={columns}
        rows={requests}
        getRowId={(connection) => connection.id}
        rowLabel={(connection) => connection.entity.name}
        pagination={null}
        shortcuts={false}
        empty={null}
      />
    </Section>
  );
}
