'use client';
import { Users } from 'lucide-react';
import { useMemo } from 'react';
import { unitsText } from '@/components/catalog/goods/amounts';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { Section } from '@/components/ui/base/section';
import { showDone } from '@/components/ui/base/toast';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { DateTime } from '@/components/ui/date-time';
import {
  formatAmount,
  formatCount,
  formatDateTime,
  formatNumber,
  type Stepped,
  UNKNOWN,
} from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { ResponseBadge } from './badges';
import { accountNote, soldOf } from './figures';
import type { Holder, Recall } from './types';

/** Whom to ask for a response; not oneself. */
function Contact({ entity: { id, contact, name } }: Pick<Holder, 'entity'>) {
  const viewer = useViewer().entity;
  if (id === viewer.id) return null;
  const { email, phone } = contact;
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-3 text-xs">
      {phone && (
        <a href={`tel:${phone}`} aria-label={`Call ${name}, ${phone}`} className={contactStyle}>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} aria-label={`Email ${name}, ${email}`} className={contactStyle}>
          {email}
        </a>
      )}
    </span>
  );
}

const contactStyle = 'inline-flex min-h-6 items-center text-link hover:underline max-md:min-h-11';

/** Notifies a holder again, at most once per hour. */
function Remind({ recallId, entity }: Pick<Holder, 'entity'> & { recallId: string }) {
  const remind = trpc.recalls.remind.useMutation({
    onSuccess: () => showDone(`${entity.name} has been reminded`),
    onError: (error) => void showError('The reminder was not sent', error),
  });
  return (
    <Button
      size="sm"
      pending={remind.isPending}
      disabled={remind.isSuccess}
      aria-label={remind.isSuccess ? `Reminded ${entity.name}` : `Remind ${entity.name}`}
      onClick={() => remind.mutate({ id: recallId, holder_id: entity.id })}
    >
      {remind.isSuccess ? 'Reminded' : 'Remind'}
    </Button>
  );
}

/** What the owner does about a response that is missing. */
function ReachOut({ holder, recallId, ownId }: { holder: Holder; recallId: string; ownId: string }) {
  const { entity, responded_at } = holder;
  if (entity.id === ownId) return null;
  return (
    <span className="flex gap-1.5">
      {!responded_at && <Remind recallId={recallId} entity={entity} />}
      <Button asChild size="sm">
        <Link
          href={`/recalls/${recallId}/letter?holder=${entity.id}`}
          aria-label={`Letter to ${entity.name}`}
        >
          Letter
        </Link>
      </Button>
    </span>
  );
}

/** Where its units are that have no column, and who is behind a reseller's numbers. */
function AccountNote({ holder: { entity, accounting, buyers }, goods }: { holder: Holder; goods: Stepped }) {
  const viewer = useViewer().entity;
  const note = accountNote(accounting, entity.id === viewer.id, goods);
  const sold = buyers?.businesses ?? 0;
  return (
    <>
      {note && <span className="block text-muted text-xs">{note}</span>}
      {sold > 0 && (
        <span className="block text-muted text-xs">
          With {formatCount(sold, 'business', 'businesses')} that it supplied, {buyers?.responded} responded
        </span>
      )}
    </>
  );
}

function Response({ holder, goods }: { holder: Holder; goods: Stepped }) {
  const { timezone } = useViewer().entity;
  return (
    <>
      <ResponseBadge responded={holder.responded_at !== null} checks={holder.unassigned} />
      {holder.found !== null && (
        <span className="block text-muted text-xs">Found {unitsText(holder.found, goods)} by hand</span>
      )}
      {holder.responded_at && (
        <span className="block text-muted text-xs">
          <DateTime value={holder.responded_at} timezone={timezone} relative /> by {holder.responded_by}
        </span>
      )}
    </>
  );
}

const column = columnsOf<Holder>();
/** @param acts null where a holder is only looked at */
const columnsFor = (goods: Stepped, acts: { recallId: string; ownId: string } | null) => {
  const counted = { cell: (info: { getValue: () => number | null }) => formatAmount(info.getValue(), goods) };
  return column.columns([
    column.accessor((holder) => holder.entity.name, {
      id: 'name',
      header: 'Business',
      meta: { rowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <span className="font-medium">{original.entity.name}</span>
          <span className="block text-muted text-xs">License {original.entity.license_number}</span>
          {!original.responded_at && original.on_hand !== null && <Contact entity={original.entity} />}
          <AccountNote holder={original} goods={goods} />
          {(original.unknown_units ?? 0) > 0 && (
            <span className="block text-muted text-xs">
              {unitsText(original.unknown_units ?? 0, goods)} without a batch: check by hand
            </span>
          )}
        </>
      ),
    }),
    column.display({
      id: 'response',
      header: 'Response',
      meta: { card: 'badge' },
      cell: ({ row: { original } }) => <Response holder={original} goods={goods} />,
    }),
    ...(acts
      ? [
          column.display({
            id: 'acts',
            header: 'Reach out',
            meta: { card: 'control' },
            cell: ({ row: { original } }) => <ReachOut holder={original} {...acts} />,
          }),
        ]
      : []),
    column.accessor('shipped', { header: 'Shipped', ...counted, meta: { align: 'right', hideBelow: 'xl' } }),
    column.accessor('held', { header: 'At opening', ...counted, meta: { align: 'right', hideBelow: 'xl' } }),
    column.accessor('on_hand', {
      header: 'On hand now',
      meta: { align: 'right', card: 'detail' },
      cell: (info) => <span className="font-semibold">{formatAmount(info.getValue(), goods)}</span>,
    }),
    column.accessor('quarantined', {
      header: 'Quarantined',
      ...counted,
      meta: { align: 'right', hideBelow: 'lg' },
    }),
    column.accessor('destroyed', {
      header: 'Destroyed',
      ...counted,
      meta: { align: 'right', hideBelow: 'lg' },
    }),
    column.accessor('returned', {
      header: 'Sent back',
      ...counted,
      meta: { align: 'right', hideBelow: 'xl' },
    }),
    column.accessor(soldOf, {
      id: 'sold',
      header: 'Sold',
      ...counted,
      meta: { align: 'right', card: 'detail' },
    }),
  ]);
};

const PRINTED = ['Shipped', 'At opening', 'On hand', 'Quarantined', 'Destroyed', 'Sent back', 'Sold'];

const numbersOf = (one: Holder) => [
  ...[one.shipped, one.held, one.on_hand, one.quarantined],
  ...[one.destroyed, one.returned, soldOf(one)],
];

/** The holders on paper: every column in one table, whatever the screen shows. */
function PrintedHolders({
  holders,
  timezone,
  goods,
}: {
  holders: readonly Holder[];
  timezone: string;
  goods: Stepped;
}) {
  return (
    <table className="hidden w-full border-collapse text-sm print:table">
      <caption className="sr-only">Holders</caption>
      <thead>
        <tr className="border-control border-b text-left">
          <th scope="col" className="py-1 pr-2">
            Business
          </th>
          {PRINTED.map((label) => (
            <th key={label} scope="col" className="py-1 pl-2 text-right">
              {label}
            </th>
          ))}
          <th scope="col" className="py-1 pl-4">
            Responded
          </th>
        </tr>
      </thead>
      <tbody>
        {holders.map((one) => (
          <tr key={one.entity.id} className="border-border border-b align-top">
            <th scope="row" className="py-1 pr-2 text-left font-medium">
              {one.entity.name}
              <span className="block font-normal">
                License {one.entity.license_number}
                {!one.responded_at && ` · ${one.entity.contact.phone ?? one.entity.contact.email}`}
              </span>
              <AccountNote holder={one} goods={goods} />
              {one.notes && <span className="block font-normal text-muted">{one.notes}</span>}
            </th>
            {numbersOf(one).map((value, index) => (
              <td key={PRINTED[index]} className="py-1 pl-2 text-right tabular-nums">
                {formatAmount(value, goods)}
              </td>
            ))}
            <td className="py-1 pl-4">
              {one.responded_at
                ? `${formatDateTime(one.responded_at, timezone)}, ${one.responded_by}`
                : UNKNOWN}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Every business that has or had units, those that haven't responded first. */
export function HoldersSection({ recall }: { recall: Recall }) {
  const { entity, can } = useViewer();
  const { timezone } = entity;
  const { unit, step } = recall;
  const mayRemind = recall.status === 'open' && can('recall:batches');
  const columns = useMemo(
    () => columnsFor({ unit, step }, mayRemind ? { recallId: recall.id, ownId: entity.id } : null),
    [unit, step, mayRemind, recall.id, entity.id],
  );
  const supplied = recall.holders.reduce((sum, { buyers }) => sum + (buyers?.businesses ?? 0), 0);
  const known = (recall.progress?.holders ?? 0) + (recall.checks?.businesses ?? 0) - supplied;
  const total = Math.max(known, recall.holders.length);
  return (
    <Section
      title="Holders"
      intro={
        total > recall.holders.length
          ? `The first ${formatNumber(recall.holders.length)} of ${formatNumber(total)}, and the figures above count them. The API lists all.`
          : undefined
      }
    >
      <div className="print:hidden">
        <DataTable
          caption="Holders"
          columns={columns}
          rows={recall.holders}
          getRowId={(holder) => holder.entity.id}
          rowLabel={(holder) => holder.entity.name}
          shortcuts={false}
          preview
          empty={
            <EmptyState icon={Users} title="No holders">
              No business has or had units of this batch.
            </EmptyState>
          }
        />
      </div>
      <PrintedHolders holders={recall.holders} timezone={timezone} goods={recall} />
    </Section>
  );
}
