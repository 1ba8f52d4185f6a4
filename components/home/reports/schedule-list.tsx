'use client';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@/components/ui/base/icon-button';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { SalesFilter } from './sales-address';
import {
  queryLabel,
  type ReportSchedule,
  type ReportSchedules,
  reportLabel,
  timeLabel,
} from './schedule-words';

const ScheduleDialog = lazy(() => import('./schedule-dialog').then((m) => ({ default: m.ScheduleDialog })));

/** The reports that are mailed each week, with how to change and end them; nothing without one. */
export function ScheduleList({
  initial,
  filter,
  me,
}: {
  initial: ReportSchedules;
  filter: SalesFilter;
  me: string;
}) {
  const { user, entity } = useViewer();
  const { data } = trpc.reportSchedules.list.useQuery({ page: 1, limit: 50 }, { initialData: initial });
  const [changed, setChanged] = useState<ReportSchedule | null>(null);
  const remove = trpc.reportSchedules.delete.useMutation({
    onSuccess: () => showDone('Report by mail removed'),
    onError: (error) => showError("Couldn't remove the report", error),
  });
  const isAdmin = user.role === 'owner' || user.role === 'admin';
  if (data.data.length === 0) return null;
  return (
    <section aria-label="Reports by mail" className="mt-8 print:hidden">
      <h2 className="mb-3 font-semibold text-lg">Reports by mail</h2>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface shadow-xs">
        {data.data.map((schedule) => {
          const name = reportLabel(schedule.report, schedule.query, entity.type);
          const mayChange = isAdmin || schedule.created_by === me;
          return (
            <li key={schedule.id} className="flex items-center gap-3 px-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{name}</p>
                <p className="text-muted text-sm">
                  {[
                    queryLabel(schedule.query),
                    timeLabel(schedule),
                    formatCount(schedule.member_ids.length, 'member'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {mayChange && (
                <IconButton
                  icon={Pencil}
                  size="sm"
                  label={`Change ${name}, ${timeLabel(schedule)}`}
                  tooltip="Change"
                  onClick={() => setChanged(schedule)}
                />
              )}
              <IconButton
                icon={Trash2}
                size="sm"
                label={`${mayChange ? 'Remove' : 'Stop'} ${name}, ${timeLabel(schedule)}`}
                tooltip={mayChange ? 'Remove' : 'Stop getting it'}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ id: schedule.id })}
              />
            </li>
          );
        })}
      </ul>
      {changed && (
        <Suspense>
          <ScheduleDialog filter={filter} schedule={changed} me={me} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </section>
  );
}
