'use client';
import { CircleCheck, PackageX, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { unitsText } from '@/components/catalog/goods/amounts';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { DateTime } from '@/components/ui/date-time';
import { formatAmount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { mustCheck, mustRespond } from './figures';
import { OwnUnits } from './own-units';
import type { Recall } from './types';

const CheckDialog = lazy(() => import('./check-dialog').then((m) => ({ default: m.CheckDialog })));
const RespondDialog = lazy(() => import('./respond-dialog').then((m) => ({ default: m.RespondDialog })));

/** A long name takes a second line in a narrow column. */
const actStyle = 'h-auto min-h-9 flex-1 basis-48 whitespace-normal py-1.5 max-md:h-auto max-md:min-h-11';

/** What the business itself has of a recall: where it is, and one act that quarantines it and responds. */
export function OwnResponse({
  recall,
  locations,
}: {
  recall: Recall;
  locations: Readonly<Record<string, string>>;
}) {
  const { can, entity, isLimited } = useViewer();
  const [other, setOther] = useState(false);
  const respond = trpc.recalls.respond.useMutation({
    onSuccess: () => showDone(`${recall.entity.name} has your response`),
    onError: (error) => void showError('The response was not sent', error),
  });
  const own = recall.response;
  if (!own) return null;
  const onHand = own.on_hand ?? 0;
  if (mustCheck(recall)) return <CheckCard recall={recall} units={own.unknown_units ?? 0} />;
  if (own.responded_at && !mustRespond(recall)) {
    return (
      <Card title="Your response">
        <p className="mb-4 flex items-center gap-2">
          <CircleCheck aria-hidden className="size-4 text-link" />
          <span>
            Sent <DateTime value={own.responded_at} timezone={entity.timezone} /> by {own.responded_by}
          </span>
        </p>
        <DefinitionList
          columns={2}
          items={[
            ...(own.found === null
              ? []
              : [{ term: 'Found by hand', value: formatAmount(own.found, recall) }]),
            ...(own.quarantined === null
              ? []
              : [
                  { term: 'Quarantined', value: formatAmount(own.quarantined, recall) },
                  { term: 'Destroyed', value: formatAmount(own.destroyed, recall) },
                  { term: 'Sent back', value: formatAmount(own.returned, recall) },
                  { term: 'Already sold', value: formatAmount(own.already_sold, recall) },
                ]),
          ]}
        />
        {own.notes && <p className="mt-4 whitespace-pre-line text-muted">{own.notes}</p>}
      </Card>
    );
  }
  const waiting = mustRespond(recall);
  return (
    <Card title={waiting ? 'Your units' : 'Your units at opening'}>
      <p className="mb-3 flex items-baseline gap-2">
        <span className="font-semibold text-4xl leading-none tabular-nums">
          {formatAmount(waiting ? onHand : own.held, recall)}
        </span>
        <span className="text-muted">
          {!recall.step && (onHand === 1 ? 'unit ' : 'units ')}
          {onHand === 0 ? 'on hand' : 'on hand, on hold'}
          {own.already_sold > 0 && ` · ${formatAmount(own.already_sold, recall)} sold by your POS since`}
        </span>
      </p>
      <OwnUnits recall={recall} locations={locations} />
      {waiting && (own.unknown_units ?? 0) > 0 && (
        <p className="mt-3 flex gap-2 rounded-md bg-tint-warning px-3 py-2 text-on-tint-warning text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {unitsText(own.unknown_units ?? 0, recall)} of the same variants {recall.step ? 'has' : 'have'} no
            batch.{' '}
            <Link
              href={`/inventory?q=${encodeURIComponent(recall.product_name)}`}
              className="underline underline-offset-2"
            >
              Check {recall.step ? 'it' : 'them'} by hand
            </Link>
            .
          </span>
        </p>
      )}
      {waiting && <LimitedNote />}
      {waiting && can('update:inventory') && !isLimited && (
        <div className="mt-4 flex flex-wrap gap-2 print:hidden">
          <Button
            variant="primary"
            className={actStyle}
            pending={respond.isPending}
            onClick={() =>
              respond.mutate({
                id: recall.id,
                quarantined: onHand,
                destroyed: 0,
                returned: 0,
                already_sold: own.already_sold,
              })
            }
          >
            {!respond.isPending && <PackageX aria-hidden />}
            {onHand > 0
              ? `Quarantine ${onHand === 1 && !recall.step ? 'the unit' : `all ${unitsText(onHand, recall)}`} and respond`
              : 'Confirm that none are left'}
          </Button>
          <Button className={actStyle} onClick={() => setOther(true)}>
            Respond with other numbers
          </Button>
        </div>
      )}
      <Suspense>
        {other && <RespondDialog recall={recall} own={own} onClose={() => setOther(false)} />}
      </Suspense>
    </Card>
  );
}

/** For a business that has the product only in units without a batch: how many of them are of the recalled one. */
function CheckCard({ recall, units }: { recall: Recall; units: number }) {
  const { can, isLimited } = useViewer();
  const [open, setOpen] = useState(false);
  return (
    <Card title="Check by hand">
      <p className="flex items-baseline gap-2">
        <span className="font-semibold text-4xl leading-none tabular-nums">
          {formatAmount(units, recall)}
        </span>
        <span className="text-muted">
          {!recall.step && (units === 1 ? 'unit ' : 'units ')}without a batch
        </span>
      </p>
      <p className="mt-3">
        Look for {recall.batch_id} on their packages, also on those under way to you. Units of the batch are
        put on hold.
      </p>
      <LimitedNote />
      {can('update:inventory') && !isLimited && (
        <Button variant="primary" className="mt-4 print:hidden" onClick={() => setOpen(true)}>
          Report what you found
        </Button>
      )}
      <Suspense>
        {open && <CheckDialog recall={recall} units={units} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  );
}

/** Why members limited to locations can't respond, though their role may, and why the sum is more than what they see. */
function LimitedNote() {
  const { can, isLimited } = useViewer();
  if (!isLimited || !can('update:inventory')) return null;
  return (
    <p className="mt-4 text-muted text-sm print:hidden">
      The sum is of all locations. Ask a member with access to all of them to respond.
    </p>
  );
}
