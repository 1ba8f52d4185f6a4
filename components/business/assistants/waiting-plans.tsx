'use client';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { formatDateTime } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Plan } from './types';

const EVERY_MS = 5_000;

/** What assistants planned and a member is to approve. */
export function WaitingPlans() {
  const { data } = trpc.assistants.waiting.useQuery({}, { refetchInterval: EVERY_MS });
  const plans = data?.data ?? [];
  return (
    <Card
      title="Waiting for approval"
      description="What assistants planned. Nothing has changed yet; an approved plan is run once by the assistant that made it."
    >
      {data && plans.length === 0 && <p className="text-muted">Nothing waits.</p>}
      <ul className="flex flex-col gap-4">
        {plans.map((plan) => (
          <WaitingPlan key={plan.id} plan={plan} />
        ))}
      </ul>
    </Card>
  );
}

function WaitingPlan({ plan }: { plan: Plan }) {
  const { timezone } = useViewer().entity;
  const onError = (error: unknown) => void showError("Couldn't decide on the plan", error);
  const approve = trpc.assistants.approve.useMutation({
    onSuccess: () => showDone('Plan approved', 'The assistant can run it now.'),
    onError,
  });
  const reject = trpc.assistants.reject.useMutation({ onSuccess: () => showDone('Plan rejected'), onError });
  return (
    <li className="rounded-md border border-border p-4">
      <p className="font-medium">{plan.summary}</p>
      <p className="text-muted text-sm">
        By {plan.client || 'an assistant'}, until {formatDateTime(plan.expires_at, timezone)}
      </p>
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer">
          {plan.changes.length} {plan.changes.length === 1 ? 'change' : 'changes'}, {plan.warnings.length}{' '}
          {plan.warnings.length === 1 ? 'warning' : 'warnings'}
        </summary>
        <pre className="mt-2 max-h-80 overflow-auto whitespace-pre-wrap break-words rounded bg-canvas p-3 text-xs">
          {JSON.stringify({ changes: plan.changes, warnings: plan.warnings }, null, 2)}
        </pre>
      </details>
      {plan.may_approve ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            variant="primary"
            pending={approve.isPending}
            onClick={() => approve.mutate({ id: plan.id })}
          >
            Approve plan
          </Button>
          <Button pending={reject.isPending} onClick={() => reject.mutate({ id: plan.id })}>
            Reject plan
          </Button>
        </div>
      ) : (
        <p className="mt-3 text-muted text-sm">Ask an owner or admin: you lack what this plan takes.</p>
      )}
    </li>
  );
}
