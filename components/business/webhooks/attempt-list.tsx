import { CircleAlert, CircleCheck } from 'lucide-react';
import { CodeBlock } from '@/components/ui/base/code-block';
import { Timeline, TimelineItem } from '@/components/ui/base/timeline';
import { DateTime } from '@/components/ui/date-time';
import { formatNumber } from '@/components/ui/format';
import { arrived, KIND, outcomeOf } from './labels';
import type { Attempt } from './types';

/** The attempts of a delivery, newest first, with the endpoint's responses. */
export function AttemptList({ attempts, timezone }: { attempts: readonly Attempt[]; timezone: string }) {
  if (attempts.length === 0) return <p className="text-muted">Not sent yet.</p>;
  return (
    <section aria-label="Attempts">
      <h3 className="mb-2 font-semibold">Attempts</h3>
      <Timeline label="Attempts, newest first">
        {attempts.toReversed().map((attempt, index) => (
          <TimelineItem
            key={`${attempt.at} ${attempt.kind}`}
            icon={arrived(attempt) ? CircleCheck : CircleAlert}
            title={`${outcomeOf(attempt)} · ${formatNumber(attempt.duration_ms)} ms`}
            meta={
              <>
                {KIND[attempt.kind]} · <DateTime value={attempt.at} timezone={timezone} />
              </>
            }
          >
            {attempt.response_body ? (
              <CodeBlock
                label={`Response to attempt ${attempts.length - index}`}
                text={attempt.response_body}
              />
            ) : (
              attempt.status_code !== null && <p className="text-sm">The response had no body.</p>
            )}
            {attempt.status_code !== null && attempt.error && <p className="text-sm">{attempt.error}</p>}
          </TimelineItem>
        ))}
      </Timeline>
    </section>
  );
}
