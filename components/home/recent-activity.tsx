import { actionLabel, objectHref, objectName } from '@/components/business/audit/labels';
import { Card } from '@/components/ui/base/card';
import { grouped } from '@/components/ui/base/grouped';
import { Link } from '@/components/ui/base/link';
import { DateTime } from '@/components/ui/date-time';
import { formatCount, formatNumber } from '@/components/ui/format';
import { KIND_NAMES, pathOf } from '@/server/kernel/notices';
import type { Looking } from './work';

const SHOWN = 8;
/** Enough to have as many besides the sign-ins and what repeats. */
const READ = 100;
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

const times = (count: number) => (count > 1 ? ` ${formatNumber(count)} times` : '');

async function changesOf({ caller, actor }: Looking): Promise<Entry[]> {
  const { data } = await caller.audit.list({ limit: READ });
  const members = new Map([[actor.userId, actor.name]]);
  const changes = data.filter(({ action }) => !action.startsWith('session.'));
  const groups = grouped(changes, ({ action, object }) => `${action} ${object.id}`);
  return groups.slice(0, SHOWN).map(({ first: entry, all }) => {
    const name = objectName(entry, members);
    const did = `${actionLabel(entry.action)}${times(all.length)}`;
    const actors = new Set(all.map(({ actor: { name: by } }) => by));
    return {
      id: entry.id,
      // Without a name there is a piece of the id, which says nothing here.
      text: name.startsWith('…') ? did : `${did}: ${name}`,
      href: objectHref(entry),
      by: actors.size > 1 ? formatCount(actors.size, 'member') : entry.actor.name,
      at: entry.created_at,
    };
  });
}

async function noticesOf({ caller, actor }: Looking): Promise<Entry[]> {
  const { data } = await caller.notifications.list({ limit: READ });
  const groups = grouped(data, ({ kind, object }) => `${kind} ${object.id}`);
  return groups.slice(0, SHOWN).map(({ first: { id, object, summary, kind, created_at }, all }) => ({
    id,
    text: summary,
    href: pathOf(object, actor.entity.type),
    by: `${KIND_NAMES[kind]}${times(all.length)}`,
    at: created_at,
  }));
}
