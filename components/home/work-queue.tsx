import { ShieldAlert } from 'lucide-react';
import { Suspense } from 'react';
import { formatCount, formatDate } from '@/components/format';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import { daysBetween } from './compare';
import { type Looking, type Work, workOf } from './work';
import { WorkTile } from './work-tile';

/** Days ahead in which the end of a license is work. */
const LICENSE_DAYS = 60;

/** What waits for the member: each count arrives by itself, so that none waits for another. */
export function WorkQueue({ looking }: { looking: Looking }) {
  return (
    <section aria-labelledby="today">
      <h2 id="today" className="mb-3 font-semibold text-lg">
        Today
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 sm:gap-3 lg:grid-cols-3">
        {workOf(looking).map((work) => (
          <Suspense key={work.key} fallback={<WaitingTile />}>
            <CountedTile work={work} looking={looking} />
          </Suspense>
        ))}
        <Suspense fallback={null}>
          <License looking={looking} />
        </Suspense>
      </ul>
    </section>
  );
}

const WaitingTile = () => (
  <li>
    <Skeleton className="h-20.5 rounded-lg" />
  </li>
);

async function CountedTile({ work, looking }: { work: Work; looking: Looking }) {
  const count = await work.count(looking);
  return (
    <WorkTile
      icon={work.icon}
      tone={work.tone}
      count={count}
      label={work.label(count)}
      note={typeof work.note === 'string' ? work.note : work.note(looking)}
      href={work.href(looking)}
    />
  );
}

/** The business's license, under review or from 60 days before it expires: it can't trade without one. */
async function License({ looking: { caller, actor, today } }: { looking: Looking }) {
  const { license_expiry: expiry, under_review } = await caller.entity.get({});
  if (under_review) {
    return (
      <WorkTile
        icon={ShieldAlert}
        tone="warning"
        count={1}
        label="Your license is being reviewed"
        note="Fill your catalog meanwhile: connecting and orders come after"
        href="/products"
      />
    );
  }
  if (!expiry) return null;
  const days = daysBetween(today, expiry);
  if (days > LICENSE_DAYS) return null;
  const text =
    days < 0
      ? 'Your license has expired'
      : days === 0
        ? 'Your license expires today'
        : `Your license expires in ${formatCount(days, 'day')}`;
  const tone = days <= 7 ? 'bg-tint-danger text-on-tint-danger' : 'bg-tint-warning text-on-tint-warning';
  return (
    <li className="relative flex items-start gap-3 rounded-lg border border-border bg-surface p-4 shadow-xs">
      <span className={`grid size-9 shrink-0 place-items-center rounded-full ${tone}`}>
        <ShieldAlert aria-hidden className="size-4.5" />
      </span>
      <div className="min-w-0">
        <p className="font-medium leading-6">
          {actor.permissions.includes('update:entity') ? (
            <Link
              href="/settings/licenses"
              className="rounded-lg after:absolute after:inset-0 after:rounded-lg"
            >
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        <p className="text-muted text-sm">Expires {formatDate(expiry)}</p>
      </div>
    </li>
  );
}
