import { CircleAlert } from 'lucide-react';
import { DateTime } from '@/components/ui/date-time';
import { UNKNOWN } from '@/components/ui/format';
import type { Health } from './health';
import { outcomeOf } from './labels';

/** What failed lately at an endpoint: "3 of 10 failed · 503, 5 minutes ago". */
export function RecentFailures({ health, timezone }: { health: Health | undefined; timezone: string }) {
  if (!health) return UNKNOWN;
  if (health.tried === 0) return <span className="text-muted">No deliveries yet</span>;
  if (!health.lastFailure) return 'All delivered';
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 text-destructive">
      <CircleAlert aria-hidden className="mt-1 size-3.5 shrink-0" />
      <span className="whitespace-normal">
        {health.failed} of {health.tried} failed
        <span className="block text-muted">
          {outcomeOf(health.lastFailure)},{' '}
          <DateTime value={health.lastFailure.at} timezone={timezone} relative="inline" />
        </span>
      </span>
    </span>
  );
}
