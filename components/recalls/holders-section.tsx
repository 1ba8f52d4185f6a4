'use client';
import { Users } from 'lucide-react';
import { columnsOf } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { NUMBER } from '@/components/data-table/values';
import { DateTime } from '@/components/date-time';
import { formatCount, formatDateTime, formatNumber, UNKNOWN } from '@/components/format';
import { useViewer } from '@/components/providers/viewer';
import { EmptyState } from '@/components/ui/empty-state';
import { Section } from '@/components/ui/section';
import { ResponseBadge } from './badges';
import { accountNote, soldOf } from './figures';
import type { Holder, Recall } from './types';

/** Whom to ask for a response. */
function Contact({ entity: { contact, name } }: Pick<Holder, 'entity'>) {
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

const contactStyle = 'text-link hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center';

/** Where its units are that have no column, and who is behind a reseller's numbers. */
function AccountNote({ holder: { entity, accounting, buyers } }: { holder: Holder }) {
  const viewer = useViewer().entity;
  const note = accountNote(accounting, entity.id === viewer.id);
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

function Response({ holder }: { holder: Holder }) {
  const { timezone } = useViewer().entity;
  return (
    <>
      <ResponseBadge responded={holder.responded_at !== null} checks={holder.unassigned} />
      {holder.found !== null && (
        <span className="block text-muted text-xs">Found {formatCount(holder.found, 'unit')} by hand</span>
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
const COLUMNS = column.columns([
  column.accessor((holder) => holder.entity.name, {
    id: 'name',
    header: 'Business',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => (
      <>
        <span className="font-medium">{original.entity.name}</span>
        <span className="block text-muted text-xs">License {original.entity.license_number}</span>
        {!original.responded_at && original.on_hand !== null && <Contact entity={original.entity} />}
        <AccountNote holder={original} />
        {(original.unknown_units ?? 0) > 0 && (
          <span className="block text-muted text-xs">
            {formatCount(original.unknown_units ?? 0, 'unit')} without a batch: check by hand
          </span>
        )}
      </>
    ),
  }),
  column.display({
    id: 'response',
    header: 'Response',
    meta: { card: 'badge' },
    cell: ({ row }) => <Response holder={row.original} />,
  }),
  column.accessor('shipped', { header: 'Shipped', ...NUMBER, meta: { align: 'right', hideBelow: 'xl' } }),
  column.accessor('held', { header: 'At opening', ...NUMBER, meta: { align: 'right', hideBelow: 'xl' } }),
  column.accessor('on_hand', {
    header: 'On hand now',
    meta: { align: 'right', card: 'detail' },
    cell: (info) => <span className="font-semibold">{formatNumber(info.getValue())}</span>,
  }),
  column.accessor('quarantined', {
    header: 'Quarantined',
    ...NUMBER,
    meta: { align: 'right', hideBelow: 'lg' },
  }),
  column.accessor('destroyed', { header: 'Destroyed', ...NUMBER, meta: { align: 'right', hideBelow: 'lg' } }),
  column.accessor('returned', { header: 'Sent back', ...NUMBER, meta: { align: 'right', hideBelow: 'xl' } }),
  column.accessor(soldOf, {
    id: 'sold',
    header: 'Sold',
    ...NUMBER,
    meta: { align: 'right', card: 'detail' },
  }),
]);

const PRINTED = ['Shipped', 'At opening', 'On hand', 'Quarantined', 'Destroyed', 'Sent back', 'Sold'];

const numbersOf = (one: Holder) => [
  ...[one.shipped, one.held, one.on_hand, one.quarantined],
  ...[one.destroyed, one.returned, soldOf(one)],
];

/** The holders on paper: every column in one table, whatever the screen shows. */
function PrintedHolders({ holders, timezone }: { holders: readonly Holder[]; timezone: string }) {
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
              <AccountNote holder={one} />
              {one.notes && <span className="block font-normal text-muted">{one.notes}</span>}
            </th>
            {numbersOf(one).map((value, index) => (
              <td key={PRINTED[index]} className="py-1 pl-2 text-right tabular-nums">
                {formatNumber(value)}
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
  const { timezone } = useViewer().entity;
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
          columns={COLUMNS}
          rows={recall.holders}
          getRowId={(holder) => holder.entity.id}
          rowLabel={(holder) => holder.entity.name}
          shortcuts={false}
          empty={
            <EmptyState icon={Users} title="No holders">
              No business has or had units of this batch.
            </EmptyState>
          }
        />
      </div>
      <PrintedHolders holders={recall.holders} timezone={timezone} />
    </Section>
  );
}
