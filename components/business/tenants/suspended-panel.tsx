import { useId } from 'react';
import { AuthPanel } from '@/components/business/auth/auth-panel';
import { TextLink } from '@/components/business/auth/text-link';
import { ClassBadge } from '@/components/stock/recalls/badges';
import { formatDateTime } from '@/components/ui/format';
import type { OpenRecall } from '@/server/features/tenants/queries';
import { type Export, ExportData } from './export-data';
import { SignOut } from './sign-out';

/** All that members of a suspended business see: why, and the recalls that they must know of. */
export function SuspendedPanel({
  business,
  businessId,
  reason,
  recalls,
  timezone,
  latest,
  restricted = null,
}: {
  business: string;
  businessId: string;
  reason: string;
  recalls: readonly OpenRecall[];
  timezone: string;
  /** The latest export, null before the first; absent for members who may not export. */
  latest?: Export | null;
  /** What a session lacks to show a second factor that the business requires. */
  restricted?: 'enroll' | 'confirm' | null;
}) {
  const own = recalls.filter(({ entity }) => entity.id === businessId);
  const others = recalls.filter(({ entity }) => entity.id !== businessId);
  return (
    <AuthPanel
      title={`${business} is suspended`}
      description="The operator has suspended your business. Nothing is lost: webhooks, syncs and emails resume when the suspension ends."
      wide
    >
      <div className="flex flex-col gap-6">
        <section aria-labelledby="suspension-reason">
          <h2 id="suspension-reason" className="font-semibold">
            Reason
          </h2>
          <blockquote className="mt-2 whitespace-pre-line border-border border-l-2 pl-3">{reason}</blockquote>
        </section>
        <OpenRecalls
          title="Open recalls"
          explanation="Recalls still reach you, and hold your units. Act on them."
          {...{ recalls: others, timezone }}
        />
        <OpenRecalls
          title="Recalls you started"
          explanation="They stay open, and your partners act on them. You can close them when the suspension ends."
          {...{ recalls: own, timezone }}
        />
        {restricted !== null && (
          <p>
            Your business requires a second factor.{' '}
            <TextLink href="/second-factor">
              {restricted === 'enroll'
                ? 'Set one up to export your data'
                : 'Confirm yours to export your data'}
            </TextLink>
          </p>
        )}
        {latest !== undefined && (
          <section aria-labelledby="export-data">
            <h2 id="export-data" className="mb-2 font-semibold">
              Your data
            </h2>
            <ExportData first={latest} />
          </section>
        )}
        <SignOut />
      </div>
    </AuthPanel>
  );
}

/** The same page once the suspension has ended. */
export function ResumedPanel({ business }: { business: string }) {
  return (
    <AuthPanel title={`${business} is not suspended`} description="Everything works as usual.">
      <TextLink href="/">Open Tallyleaf</TextLink>
    </AuthPanel>
  );
}

function OpenRecalls({
  title,
  explanation,
  recalls,
  timezone,
}: {
  title: string;
  explanation: string;
  recalls: readonly OpenRecall[];
  timezone: string;
}) {
  const id = useId();
  if (recalls.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-muted">{explanation}</p>
      <ul className="mt-3 flex flex-col gap-4">
        {recalls.map((recall) => (
          <RecallEntry key={recall.id} recall={recall} timezone={timezone} />
        ))}
      </ul>
    </section>
  );
}

function RecallEntry({ recall, timezone }: { recall: OpenRecall; timezone: string }) {
  return (
    <li className="rounded-lg border border-border p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">
          {recall.product_name}, batch {recall.batch_id}
        </h3>
        <ClassBadge value={recall.class} />
      </div>
      <p className="mt-1 text-muted text-sm">
        By {recall.entity.name}, {formatDateTime(recall.created_at, timezone)}
      </p>
      <blockquote className="mt-2 whitespace-pre-line border-border border-l-2 pl-3">
        {recall.reason}
        {recall.instructions && `\n${recall.instructions}`}
      </blockquote>
    </li>
  );
}
