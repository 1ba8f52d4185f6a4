'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { CodeBlock } from '@/components/ui/base/code-block';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Dialog } from '@/components/ui/base/dialog';
import { ErrorPanel } from '@/components/ui/base/error-panel';
import { Skeleton } from '@/components/ui/base/skeleton';
import { showDone } from '@/components/ui/base/toast';
import { DateTime } from '@/components/ui/date-time';
import { errorText } from '@/components/ui/forms/error-text';
import { failureOf } from '@/components/ui/forms/failure';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { UNSENT } from '@/server/features/compliance/words';
import { EditDialog } from './edit-dialog';
import { isEdited } from './edits';
import { jobName, STATUS } from './labels';
import { SkipDialog } from './skip-dialog';
import type { Job } from './types';

const POLL_MS = 3_000;

/** One report over the list: what is sent, exactly, what stands against it and what was tried. */
export function JobDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.compliance.job.useQuery({ id }, { refetchInterval: POLL_MS });
  const [act, setAct] = useState<'skip' | 'edit' | null>(null);
  const job = query.data;
  const failure = failureOf(query.error);
  if (job && act === 'skip') return <SkipDialog job={job} onClose={() => setAct(null)} />;
  if (job && act === 'edit') return <EditDialog job={job} onClose={() => setAct(null)} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={job ? jobName(job) : 'Report'}
      description={job && STATUS[job.status].label}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {job ? (
        <>
          <JobView job={job} />
          <JobActs job={job} onAct={setAct} />
        </>
      ) : query.error ? (
        <ErrorPanel
          title={failure?.code === 'NOT_FOUND' ? 'Report not found' : undefined}
          message={failure?.message}
          requestId={failure?.requestId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}

function JobView({ job }: { job: Job }) {
  const { timezone } = useViewer().entity;
  const { request, quantities, attempts } = job;
  return (
    <div className="grid gap-4">
      {job.problems.map(({ code, field, message }) => (
        <FormAlert key={`${code} ${field}`} message={message} />
      ))}
      {quantities && (
        <DefinitionList
          columns={2}
          items={[
            { term: 'Before, in Metrc', value: quantity(quantities.before, quantities.unit) },
            { term: 'Change', value: quantity(quantities.change, quantities.unit) },
            { term: 'At the last look', value: quantity(quantities.found, quantities.unit) },
          ]}
        />
      )}
      {request && (
        <CodeBlock
          label="What is sent"
          text={`${request.method} ${request.path}\n${JSON.stringify(request.body, null, 2)}`}
        />
      )}
      <ul className="grid gap-1 text-sm">
        {attempts.map((attempt) => (
          <li key={`${attempt.at} ${attempt.outcome}`}>
            <DateTime value={attempt.at} timezone={timezone} />: {attempt.message}
          </li>
        ))}
      </ul>
    </div>
  );
}

const quantity = (value: number | null, unit: string) => (value === null ? '–' : `${value} ${unit}`);

const isUndecided = (job: Job) =>
  job.status === 'unknown' || job.problems.some(({ code }) => code === 'outcome_unknown');

function JobActs({ job, onAct }: { job: Job; onAct: (act: 'skip' | 'edit') => void }) {
  const { can } = useViewer();
  const approve = trpc.compliance.approve.useMutation();
  const retry = trpc.compliance.retry.useMutation();
  const resolve = trpc.compliance.resolve.useMutation();
  if (!can('update:compliance')) return null;
  const failed = approve.error ?? retry.error ?? resolve.error;
  const { id } = job;
  const done = { onSuccess: () => showDone('The report was changed') };
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <FormAlert message={failed ? errorText(failed) : undefined} />
      {(job.status === 'review' || job.status === 'needs_data') && !isUndecided(job) && (
        <Button variant="primary" onClick={() => approve.mutate({ id }, done)}>
          Approve report
        </Button>
      )}
      {job.status === 'rejected' && (
        <Button variant="primary" onClick={() => retry.mutate({ id }, done)}>
          Send again
        </Button>
      )}
      {isUndecided(job) && (
        <>
          <Button onClick={() => resolve.mutate({ id, outcome: 'applied' }, done)}>Metrc has it</Button>
          <Button onClick={() => resolve.mutate({ id, outcome: 'not_applied' }, done)}>
            Metrc doesn't have it
          </Button>
        </>
      )}
      {isEdited(job) && !isUndecided(job) && <Button onClick={() => onAct('edit')}>Change report</Button>}
      {UNSENT.includes(job.status) && !isUndecided(job) && (
        <Button onClick={() => onAct('skip')}>Skip report</Button>
      )}
    </div>
  );
}
