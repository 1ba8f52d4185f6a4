import { Undo2 } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { formatDate, formatMoney, UNKNOWN } from '@/components/ui/format';
import { asideLabel, becauseText, lineName, proposalText, restText, SURE } from './labels';
import type { BankLine } from './types';

const column = columnsOf<BankLine>();

type Act = ((line: BankLine) => void) | null;
export interface LineActs {
  confirm: Act;
  choose: Act;
  aside: Act;
  reopen: Act;
}

/** The columns of lines with the invoices beside each. Acts are null for a reader who can't do them. */
export function lineColumns({ confirm, choose, aside, reopen }: LineActs) {
  return column.columns([
    column.accessor('posted_on', {
      header: 'Day',
      meta: { sortKey: 'posted_on', card: 'detail' },
      cell: (info) => formatDate(info.getValue()),
    }),
    column.accessor('text', {
      header: 'Line',
      meta: { rowHeader: true, className: 'wraps' },
      cell: ({ row: { original: line } }) => (
        <>
          {choose && line.status === 'open' ? (
            <button
              type="button"
              data-row-link
              onClick={() => choose(line)}
              className="wrap-anywhere cursor-pointer text-left font-medium hover:underline"
            >
              {line.text || UNKNOWN}
              <span className="sr-only"> Decide</span>
            </button>
          ) : (
            <span className="wrap-anywhere font-medium">{line.text || UNKNOWN}</span>
          )}
          {line.reference && <span className="row-note">{line.reference}</span>}
        </>
      ),
    }),
    column.accessor('amount', {
      header: 'Amount',
      meta: { align: 'right', sortKey: 'amount', card: 'detail' },
      cell: (info) => formatMoney(info.getValue()),
    }),
    column.display({
      id: 'match',
      header: 'What it is',
      meta: { className: 'wraps', card: 'detail' },
      cell: ({ row: { original } }) => <Match line={original} />,
    }),
    actionsColumn<BankLine>((line) => (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {confirm && line.status === 'open' && line.proposals[0] && (
          <Button size="sm" variant="primary" data-shortcut="a" onClick={() => confirm(line)}>
            Confirm<span className="sr-only"> {lineName(line)}</span>
          </Button>
        )}
        {aside && line.status === 'open' && (
          <Button size="sm" data-shortcut="s" onClick={() => aside(line)}>
            Set aside<span className="sr-only"> {lineName(line)}</span>
          </Button>
        )}
        {reopen && line.status === 'set_aside' && (
          <Button size="sm" onClick={() => reopen(line)}>
            <Undo2 aria-hidden />
            Reopen<span className="sr-only"> {lineName(line)}</span>
          </Button>
        )}
      </span>
    )),
  ]);
}

/** The surest proposal of an open line, or what it was decided to be. */
function Match({ line }: { line: BankLine }) {
  if (line.status === 'confirmed') return <Decided line={line} />;
  if (line.status === 'set_aside') return <>{asideLabel(line.set_aside?.kind ?? 'other')}</>;
  const [first, ...others] = line.proposals;
  if (!first) return <span className="text-muted">No match</span>;
  const { label, tone, icon } = SURE[first.sure];
  const rest = restText(first, line);
  return (
    <span className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
        <span className="wrap-anywhere">{proposalText(first)}</span>
      </span>
      <span className="text-muted text-xs">
        {[becauseText(first), rest, others.length > 0 && `${others.length} more`].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

function Decided({ line: { payments, voided_payment_id } }: { line: BankLine }) {
  if (voided_payment_id) return <Link href={`/payments/${voided_payment_id}`}>Voided payment</Link>;
  return (
    <span className="flex flex-col">
      {payments.map(({ id, customer, amount }) => (
        <Link key={id} href={`/payments/${id}`} className="wrap-anywhere text-link hover:underline">
          {customer.name}: {formatMoney(amount)}
        </Link>
      ))}
    </span>
  );
}
