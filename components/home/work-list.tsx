import { CircleCheck } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { cn } from '@/components/ui/base/class-names';
import { Link } from '@/components/ui/base/link';
import { formatMoney, formatNumber } from '@/components/ui/format';
import { isEmpty } from './get-started';
import type { Found, Looking, Task, Work } from './work';
import { readWork } from './work-kinds';

const TONE: Record<Work['tone'], string> = {
  warning: 'bg-tint-warning text-on-tint-warning',
  info: 'bg-tint-info text-on-tint-info',
  danger: 'bg-tint-danger text-on-tint-danger',
};
const nameStyle = 'rounded-sm font-medium underline-offset-4 hover:text-link hover:underline';

/** What needs the member now, the most urgent first, each with its act; what is quiet is one line. */
export async function WorkList({ looking }: { looking: Looking }) {
  const [kinds, low] = await Promise.all([readWork(looking), looking.low.catch(() => null)]);
  const waiting = kinds.flatMap(({ work, found }) => (found && found.count > 0 ? [{ work, found }] : []));
  // A business that is being set up has its steps to look at.
  if (waiting.length === 0 && isEmpty(await looking.overview)) return null;
  const names = [
    ...kinds.map(({ work, found }) => ({ name: work.quiet, count: found?.count })),
    { name: 'low stock', count: low?.total },
  ];
  const quiet = names.filter(({ count }) => count === 0).map(({ name }) => name);
  const unread = names.filter(({ count }) => count === undefined).map(({ name }) => name);
  return (
    <section aria-labelledby="needs">
      <Card title={<span id="needs">Needs you now</span>} flush>
        <ul className="divide-y divide-border border-border border-t">
          {waiting.map(({ work, found }) => (
            <Kind key={work.key} work={work} found={found} href={work.href(looking)} />
          ))}
          {quiet.length > 0 && (
            <li className="flex items-start gap-3 px-4 py-3 text-muted sm:px-5">
              <CircleCheck aria-hidden className="mx-1.5 mt-0.5 size-4.5 shrink-0 text-primary" />
              <span>
                <span className="font-medium text-text">All caught up</span>: {quiet.join(', ')}
              </span>
            </li>
          )}
          {unread.length > 0 && (
            <li className="px-4 py-3 text-destructive sm:px-5">
              Couldn't read {unread.join(', ')}. This page tries again every 15 seconds.
            </li>
          )}
        </ul>
      </Card>
    </section>
  );
}

function Kind({ work, found, href }: { work: Work; found: Found; href: string | null }) {
  const Icon = work.icon;
  const { tasks = [] } = found;
  const title = found.title ?? (
    <>
      <span className="tabular-nums">{formatNumber(found.count)}</span> {work.label(found.count)}
    </>
  );
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex items-center gap-3">
        <span className={cn('grid size-7.5 shrink-0 place-items-center rounded-full', TONE[work.tone])}>
          <Icon aria-hidden className="size-4" />
        </span>
        <p className="min-w-0 flex-1">
          {href ? (
            <Link href={href} className={nameStyle}>
              {title}
            </Link>
          ) : (
            <span className="font-medium">{title}</span>
          )}
          {found.facts && <span className="text-muted"> · {found.facts}</span>}
        </p>
        {href && tasks.length === 0 && (
          <Button asChild size="sm">
            <Link href={href}>{work.action}</Link>
          </Button>
        )}
      </div>
      {tasks.length > 0 && (
        <ul className="mt-1.5 ml-10.5 max-sm:ml-0">
          {tasks.map((task) => (
            <TaskRow key={task.key} task={task} />
          ))}
        </ul>
      )}
    </li>
  );
}

function TaskRow({ task }: { task: Task }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 py-1">
      <span className="min-w-0 flex-1 basis-24 max-sm:py-1">
        <Link href={task.href} className="rounded-sm underline-offset-4 hover:text-link hover:underline">
          {task.name}
        </Link>
        <span className="text-muted text-sm max-sm:block"> {task.facts}</span>
      </span>
      {task.amount != null && (
        <span className="shrink-0 text-right tabular-nums">{formatMoney(task.amount)}</span>
      )}
      {task.action && <span className="ml-auto shrink-0 text-right sm:min-w-32">{task.action}</span>}
    </li>
  );
}
