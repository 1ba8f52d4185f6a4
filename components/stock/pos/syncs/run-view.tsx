'use client';
import type { ReactNode } from 'react';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { DateTime } from '@/components/ui/date-time';
import { formatCount, formatNumber } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { FaultList, RunFault } from './fault-list';
import { CONFLICT, reportedName, TYPE, UNKNOWN_CODES } from './labels';
import { SyncBadge } from './status-badge';
import { SyncProgress } from './sync-progress';
import type { SyncRun } from './types';

function Part({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-border border-t pt-4">
      <h3 className="font-semibold">{title}</h3>
      {note && <p className="mb-2 text-muted">{note}</p>}
      {children}
    </section>
  );
}

/** A run: its progress, its changes, and what it couldn't import. */
export function RunView({ run }: { run: SyncRun }) {
  const { timezone } = useViewer().entity;
  const whole = run.errors.filter(({ sku }) => sku === null);
  const items = run.errors.filter(({ sku }) => sku !== null);
  const conflicts = items.filter(({ code }) => code === CONFLICT);
  const others = items.filter(({ code }) => code !== CONFLICT && !UNKNOWN_CODES.includes(code));
  const kept = items.length;
  return (
    <div className="flex flex-col gap-4">
      {whole.map((fault) => (
        <RunFault key={`${fault.code} ${fault.message}`} fault={fault} />
      ))}
      <DefinitionList
        columns={2}
        items={[
          { term: 'Status', value: <SyncBadge run={run} /> },
          { term: 'Type', value: TYPE[run.sync_type].label },
          { term: 'Started', value: <DateTime value={run.created_at} timezone={timezone} /> },
          { term: 'Finished', value: <DateTime value={run.finished_at} timezone={timezone} /> },
          { term: 'Items', value: <SyncProgress run={run} label="Progress" /> },
          { term: 'Rows created', value: formatNumber(run.created) },
          { term: 'Rows updated', value: formatNumber(run.updated) },
          { term: 'Items failed', value: formatNumber(run.failed) },
        ]}
      />
      {conflicts.length > 0 && (
        <Part
          title="Conflicts with reservations"
          note={`${formatCount(conflicts.length, 'count')} below the quantity reserved for orders.`}
        >
          <FaultList faults={conflicts} label="Conflicts" />
        </Part>
      )}
      {others.length > 0 && (
        <Part title="Not imported">
          <FaultList faults={others} label="Errors" />
        </Part>
      )}
      {run.unmatched_count > 0 && (
        <Part
          title="Unmatched"
          note="Their SKU matches no product here or in your catalog, or more than one. Map them to variants below the list of syncs, then sync again."
        >
          <ul aria-label="Unmatched" className="flex flex-col gap-1">
            {run.unmatched.map((item) => (
              <li key={item.external_id ?? item.sku} className="wrap-anywhere">
                {reportedName(item)}
                {item.name && item.sku && <span className="ml-2 text-muted text-sm">{item.sku}</span>}
              </li>
            ))}
          </ul>
          {run.unmatched_count > run.unmatched.length && (
            <p className="mt-1 text-muted text-sm">
              Showing the first {formatNumber(run.unmatched.length)} of {formatNumber(run.unmatched_count)}.
            </p>
          )}
        </Part>
      )}
      {run.failed > kept && kept > 0 && (
        <p className="text-muted text-sm">
          The first {formatNumber(kept)} of {formatNumber(run.failed)} errors are shown.
        </p>
      )}
    </div>
  );
}
