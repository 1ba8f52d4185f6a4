'use client';
import { NextRetry } from '@/components/business/webhooks/next-retry';
import { Card } from '@/components/ui/base/card';
import { formatNumber } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Usage } from './types';

const POLL_MS = 15_000;
const NEARLY_FULL = 0.8;
const TIER: Record<Usage['tier'], string> = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' };

/** How much of its tier's limits the business has used. */
export function UsageCard({ first }: { first: Usage }) {
  const { timezone } = useViewer().entity;
  const { data: usage = first } = trpc.usage.get.useQuery({}, { refetchInterval: POLL_MS });
  return (
    <Card title="Rate limit" description={`${TIER[usage.tier]} tier, shared by your whole business`}>
      <div className="flex flex-col gap-5">
        <Standing label="This minute" {...usage.minute} timezone={timezone} />
        <Standing label="Today (UTC)" {...usage.day} timezone={timezone} />
        <p className="text-muted text-sm">
          Over the limit, responses are 429 with Retry-After. Every response has your current usage.
        </p>
      </div>
    </Card>
  );
}

function Standing({
  label,
  limit,
  used,
  resets_at,
  timezone,
}: Usage['minute'] & { label: string; timezone: string }) {
  const share = limit ? Math.min(1, used / limit) : 0;
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{label}</span>
        <span className="tabular-nums">
          {formatNumber(used)}
          <span className="text-muted">
            {limit === null ? ' requests, no limit' : ` of ${formatNumber(limit)}`}
          </span>
        </span>
      </p>
      {limit !== null && (
        <div
          // The line above says the same in words.
          aria-hidden
          className="mt-1.5 h-2 overflow-hidden rounded-full bg-tint-neutral"
        >
          <div
            className={share < NEARLY_FULL ? 'h-full bg-primary' : 'h-full bg-destructive'}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
      <p className="mt-1 text-muted text-sm">
        Resets <NextRetry at={resets_at} timezone={timezone} />
      </p>
    </div>
  );
}
