import { CircleCheck, FlagOff, Siren } from 'lucide-react';
import { Card } from '@/components/ui/base/card';
import { Timeline, TimelineItem } from '@/components/ui/base/timeline';
import { DateTime } from '@/components/ui/date-time';
import { formatAmount, type Stepped } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Holder, Recall } from './types';

const STATED = [
  ['quarantined', 'quarantined'],
  ['destroyed', 'destroyed'],
  ['returned', 'sent back'],
  ['already_sold', 'already sold'],
] as const;

/** `14 quarantined, 2 already sold`. */
function stated(holder: Holder, goods: Stepped): string {
  if (holder.quarantined === null) return `${formatAmount(holder.found, goods)} found by hand`;
  const parts = STATED.flatMap(([key, label]) =>
    holder[key] ? [`${formatAmount(holder[key], goods)} ${label}`] : [],
  );
  return parts.join(', ') || goods.step ? 'Nothing left' : 'No units left';
}

/** What happened, newest first, as an inspector asks for it. */
export function RecallLog({ recall }: { recall: Recall }) {
  const { timezone } = useViewer().entity;
  const responded = recall.holders.filter((one) => one.responded_at !== null);
  const newest = responded.toSorted((a, b) => (b.responded_at ?? '').localeCompare(a.responded_at ?? ''));
  return (
    <Card title="Log">
      <Timeline label="Log of the recall, newest first">
        {recall.closed_at && (
          <TimelineItem
            icon={FlagOff}
            title="Recall closed"
            meta={<DateTime value={recall.closed_at} timezone={timezone} />}
          >
            {recall.close_reason ?? 'Every holder has responded.'}
          </TimelineItem>
        )}
        {newest.map((one) => (
          <TimelineItem
            key={one.entity.id}
            icon={CircleCheck}
            title={`${one.entity.name} ${one.quarantined === null ? 'checked' : 'responded'}`}
            meta={<DateTime value={one.responded_at} timezone={timezone} />}
          >
            {stated(one, recall)} · {one.responded_by}
            {one.notes && <span className="block whitespace-pre-line">“{one.notes}”</span>}
          </TimelineItem>
        ))}
        <TimelineItem
          icon={Siren}
          title="Recall opened"
          meta={<DateTime value={recall.created_at} timezone={timezone} />}
        >
          Class {recall.class}, all units on hold
        </TimelineItem>
      </Timeline>
    </Card>
  );
}
