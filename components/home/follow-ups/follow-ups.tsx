'use client';
import { Trash2 } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { Card } from '@/components/ui/base/card';
import { Checkbox } from '@/components/ui/base/checkbox';
import { IconButton } from '@/components/ui/base/icon-button';
import { formatCount, formatDate, todayIn } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { NewFollowUp } from './new-follow-up';
import { type FollowUp, type FollowUpActs, SHOWN } from './use-follow-ups';

/** What members are to do about a customer or a supplier: open ones first, each with the day on which its member is notified. */
export function FollowUps({
  partner,
  editable,
  acts: { list, create, update, remove },
}: {
  partner: { id: string; name: string };
  editable: boolean;
  acts: FollowUpActs;
}) {
  const today = todayIn(useViewer().entity.timezone);
  const { id } = partner;
  const { data, error } = list;
  const more = (data?.pagination.total ?? 0) - SHOWN;
  return (
    <Card
      title="Follow-ups"
      description="The assigned member is notified on that day. Visible only to your business."
    >
      {editable && <NewFollowUp today={today} onAdd={(values) => create.mutateAsync({ id, ...values })} />}
      {error ? (
        <p className="text-destructive text-sm">Couldn't load the follow-ups. {error.message}</p>
      ) : (
        <ul aria-label={`Follow-ups of ${partner.name}`} aria-busy={!data} className="divide-y divide-border">
          {data?.data.map((one) => (
            <Item
              key={one.id}
              followUp={one}
              today={today}
              editable={editable}
              onDone={(done) =>
                update.mutate({
                  id,
                  follow_up_id: one.id,
                  done_at: done ? new Date().toISOString() : null,
                })
              }
              onDelete={() => remove.mutate({ id, follow_up_id: one.id })}
            />
          ))}
        </ul>
      )}
      {data?.data.length === 0 && <p className="text-muted">Nothing to follow up.</p>}
      {more > 0 && <p className="mt-2 text-muted text-sm">{formatCount(more, 'later one')} not shown</p>}
    </Card>
  );
}

function Item({
  followUp: { text, due_on, done_at, member_name },
  today,
  editable,
  onDone,
  onDelete,
}: {
  followUp: FollowUp;
  today: string;
  editable: boolean;
  onDone: (done: boolean) => void;
  onDelete: () => void;
}) {
  const done = done_at !== null;
  return (
    <li className="flex items-start gap-3 py-2">
      <Checkbox
        className="mt-0.5"
        checked={done}
        disabled={!editable}
        aria-label={`Done: ${text}`}
        onCheckedChange={onDone}
      />
      <div className="min-w-0 flex-1">
        <p className={done ? 'wrap-anywhere text-muted line-through' : 'wrap-anywhere'}>{text}</p>
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {formatDate(due_on)}
          {member_name && <span>· {member_name}</span>}
          {!done && due_on < today && (
            <Badge tone="danger" icon="alert">
              Overdue
            </Badge>
          )}
          {!done && due_on === today && (
            <Badge tone="warning" icon="clock">
              Today
            </Badge>
          )}
        </p>
      </div>
      {editable && (
        <IconButton icon={Trash2} size="sm" label={`Delete follow-up: ${text}`} onClick={onDelete} />
      )}
    </li>
  );
}
