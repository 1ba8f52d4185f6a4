import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { EntryTable } from '@/components/ui/base/entry-table';
import { NumberInput } from '@/components/ui/base/number-input';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatDate, formatMoney } from '@/components/ui/format';
import type { Owed, Parts } from './allocation';

/** Open invoices of a customer, with what a payment settles of each. */
export function AllocationTable({
  invoices,
  loading,
  parts,
  rest,
  overdrawn,
  onChange,
  onReset,
}: {
  invoices: readonly (Owed & { overdue: boolean })[];
  loading: boolean;
  parts: Parts;
  /** What is left, in US dollars. */
  rest: number;
  overdrawn: boolean;
  onChange: (id: string, part: number) => void;
  /** Back to the oldest first; null where nothing was changed by hand. */
  onReset: (() => void) | null;
}) {
  return (
    <Card
      title="Open invoices"
      description="The oldest are settled first. Change an amount to apply it yourself."
      action={
        onReset && (
          <Button size="sm" onClick={onReset}>
            Settle the oldest first
          </Button>
        )
      }
      footer={<Rest rest={rest} overdrawn={overdrawn} beyond="Applied beyond the payment" />}
    >
      <AllocationRows invoices={invoices} loading={loading} parts={parts} onChange={onChange} />
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

/** A field per open invoice. */
export function AllocationRows({
  invoices,
  loading,
  parts,
  onChange,
}: {
  invoices: readonly (Owed & { overdue: boolean })[];
  loading: boolean;
  parts: Parts;
  onChange: (id: string, part: number) => void;
}) {
  if (loading) return <Skeleton className="h-24 w-full" />;
  if (invoices.length === 0) return <p className="text-muted">No open invoices. It stays unapplied.</p>;
  return (
    <EntryTable caption="Open invoices" heads={['Invoice', 'Balance', 'Apply']}>
      {invoices.map(({ id, number, due_on, balance, overdue }) => (
        <tr key={id} className="border-border border-b last:border-b-0">
          <th scope="row" className="py-2 text-left font-normal">
            <span className="font-medium">{number}</span>
            <span className={`block text-xs ${overdue ? 'text-destructive' : 'text-muted'}`}>
              Due {formatDate(due_on)}
            </span>
          </th>
          <td className="py-2 text-right tabular-nums">{formatMoney(balance)}</td>
          <td className="py-2 pl-4">
            <NumberInput
              aria-label={`Apply to ${number}`}
              money
              min={0}
              max={balance}
              value={parts.get(id) ?? null}
              onValueChange={(part) => onChange(id, part ?? 0)}
            />
          </td>
        </tr>
      ))}
    </EntryTable>
  );
}
