import { actionLabel, objectHref, objectName } from '@/components/audit/labels';
import { DateTime } from '@/components/date-time';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { KIND_NAMES, pathOf } from '@/server/kernel/notices';
import type { Looking } from './work';

const SHOWN = 8;
/** Enough to have as many besides the sign-ins. */
const READ = 50;
const linkStyle = 'font-medium underline-offset-4 hover:text-link hover:underline';

type Entry = { id: string; text: string; href: string | null; by: string; at: string };

/** What happened last: changes by anyone for those who may read the audit log, else what the member was notified of. */
export async function RecentActivity({ looking }: { looking: Looking }) {
  const { actor } = looking;
  const seesAll = actor.permissions.includes('read:audit');
  const entries = seesAll ? await changesOf(looking) : await noticesOf(looking);
  return (
    <Card
      title="Recent activity"
      action={
        seesAll && (
          <Link href="/settings/audit" className="font-medium text-link underline-offset-4 hover:underline">
            Audit log
          </Link>
        )
      }
    >
      {entries.length === 0 && <p className="text-muted">Changes appear here.</p>}
      <ol className="-my-2 divide-y divide-border">
        {entries.map(({ id, text, href, by, at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 break-words">
              {href ? (
                <Link href={href} className={linkStyle}>
                  {text}
                </Link>
              ) : (
                text
              )}{' '}
              <span className="text-muted">· {by}</span>
            </span>
            <span className="text-muted text-sm">
              <DateTime value={at} timezone={actor.entity.timezone} relative />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

async function changesOf({ caller, actor }: Looking): Promise<Entry[]> {
  const { data } = await caller.audit.list({ limit: READ });
  const members = new Map([[actor.userId, actor.name]]);
  const changes = data.filter(({ action }) => !action.startsWith('session.')).slice(0, SHOWN);
  return changes.map((entry) => {
    const name = objectName(entry, members);
    // Without a name there is a piece of the id, which says nothing here.
    const text = name.startsWith('…') ? actionLabel(entry.action) : `${actionLabel(entry.action)}: ${name}`;
    return { id: entry.id, text, href: objectHref(entry), by: entry.actor.name, at: entry.created_at };
  });
}

async function noticesOf({ caller, actor }: Looking): Promise<Entry[]> {
  const { data } = await caller.notifications.list({ limit: SHOWN });
  return data.map(({ id, object, summary, kind, created_at }) => ({
    id,
    text: summary,
    href: pathOf(object, actor.entity.type),
    by: KIND_NAMES[kind],
    at: created_at,
  }));
}
