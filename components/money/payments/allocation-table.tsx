import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Checkbox } from '@/components/ui/base/checkbox';
import { EntryTable } from '@/components/ui/base/entry-table';
import { NumberInput } from '@/components/ui/base/number-input';
import { SearchBox } from '@/components/ui/base/search-box';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatDate, formatMoney } from '@/components/ui/format';
import { matching, type Owed, type Parts } from './allocation';

/** With fewer a search takes more room than it saves. */
const SEARCHED_FROM = 8;

type Open = Owed & { overdue: boolean };

/** Open invoices of a customer: a tick settles one, a field decides how much. */
export function AllocationTable({
  invoices,
  loading,
  parts,
  onTick,
  onChange,
  onReset,
}: {
  invoices: readonly Open[];
  loading: boolean;
  parts: Parts;
  onTick: (invoice: Owed, ticked: boolean) => void;
  onChange: (id: string, part: number) => void;
  /** Back to the oldest first; null where nothing was changed by hand. */
  onReset: (() => void) | null;
}) {
  const [search, setSearch] = useState('');
  const shown = search === '' ? invoices : matching(invoices, search);
  return (
    <Card
      title="Open invoices"
      description="Tick what was paid, and the amount adds up. With an amount alone the oldest are settled first."
      action={
        onReset && (
          <Button size="sm" onClick={onReset}>
            Settle the oldest first
          </Button>
        )
      }
    >
      {invoices.length >= SEARCHED_FROM && (
        <div className="mb-3">
          <SearchBox
            value={search}
            onSearch={setSearch}
            label="Search open invoices"
            placeholder="Number or amount"
          />
        </div>
      )}
      {search !== '' && shown.length === 0 ? (
        <p className="text-muted">No open invoice matches “{search}”.</p>
      ) : (
        <AllocationRows
          invoices={shown}
          loading={loading}
          parts={parts}
          onTick={onTick}
          onChange={onChange}
        />
      )}
    </Card>
  );
}

/** What is left, or what is applied too much. */
export function Rest({
  rest,
  overdrawn = rest < 0,
  beyond,
}: {
  /** In US dollars. */
  rest: number;
  overdrawn?: boolean;
  /** Says that too much is applied. */
  beyond: string;
}) {
  return (
    <p
      role="status"
      className={`flex justify-between gap-4 tabular-nums ${overdrawn ? 'font-medium text-destructive' : ''}`}
    >
      <span>{overdrawn ? beyond : 'Unapplied'}</span>
      <span>{formatMoney(Math.abs(rest))}</span>
    </p>
  );
}

/** A field per open invoice, with a tick before it where one is wanted. */
export function AllocationRows({
  invoices,
  loading,
  parts,
  onTick,
  onChange,
}: {
  invoices: readonly Open[];
  loading: boolean;
  parts: Parts;
  onTick?: (invoice: Owed, ticked: boolean) => void;
  onChange: (id: string, part: number) => void;
}) {
  if (loading) return <Skeleton className="h-24 w-full" />;
  if (invoices.length === 0) return <p className="text-muted">No open invoices. It stays unapplied.</p>;
  return (
    <EntryTable caption="Open invoices" heads={['Invoice', 'Balance', 'Apply']}>
      {invoices.map((invoice) => (
        <Row
          key={invoice.id}
          invoice={invoice}
          part={parts.get(invoice.id) ?? null}
          onTick={onTick && ((ticked) => onTick(invoice, ticked))}
          onChange={(part) => onChange(invoice.id, part)}
        />
      ))}
    </EntryTable>
  );
}

function Row({
  invoice: { number, due_on, balance, pending_credit, overdue },
  part,
  onTick,
  onChange,
}: {
  invoice: Open;
  part: number | null;
  onTick: ((ticked: boolean) => void) | undefined;
  onChange: (part: number) => void;
}) {
  const name = (
    <span>
      <span className="font-medium">{number}</span>
      <span className={`block text-xs ${overdue ? 'text-destructive' : 'text-muted'}`}>
        Due {formatDate(due_on)}
      </span>
    </span>
  );
  return (
    <tr className="border-border border-b last:border-b-0">
      <th scope="row" className="py-2 text-left font-normal">
        {onTick ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside it
          <label className="flex cursor-pointer items-center gap-2">
            <Checkbox aria-label={`Pay ${number}`} checked={part !== null} onCheckedChange={onTick} />
            {name}
          </label>
        ) : (
          name
        )}
      </th>
      <td className="py-2 text-right tabular-nums">
        {formatMoney(balance)}
        {pending_credit > 0 && (
          <span className="block text-muted text-xs">−{formatMoney(pending_credit)} credit pending</span>
        )}
      </td>
      <td className="py-2 pl-4">
        <NumberInput
          aria-label={`Apply to ${number}`}
          money
          min={0}
          max={balance}
          value={part}
          onValueChange={(next) => onChange(next ?? 0)}
        />
      </td>
    </tr>
  );
}
