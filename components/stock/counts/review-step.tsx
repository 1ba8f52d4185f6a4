'use client';
import { useState } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { optionsOf, REASON } from '@/components/stock/inventory/labels';
import type { ReasonCode } from '@/components/stock/inventory/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Pagination } from '@/components/ui/base/pagination';
import { Select } from '@/components/ui/base/select';
import { Skeleton } from '@/components/ui/base/skeleton';
import { formatAmount, formatAmountChange, formatCount } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { reviewInput } from './reads';
import type { StockCount } from './types';

const REASONS = optionsOf(REASON);

/** What differs, and the act that adjusts all of it. */
export function ReviewStep({
  count,
  canAdjust,
  onChange,
}: {
  count: StockCount;
  canAdjust: boolean;
  onChange: (count: StockCount) => void;
}) {
  const [page, setPage] = useState(1);
  const [reason, setReason] = useState<ReasonCode>('AUDIT');
  const [note, setNote] = useState('');
  const { data } = trpc.inventory.counts.lines.useQuery(reviewInput(count.id, page));
  const apply = trpc.inventory.counts.applyDifferences.useMutation({ onSuccess: onChange });
  const resume = trpc.inventory.counts.update.useMutation({ onSuccess: onChange });
  const different = count.different ?? 0;
  const acts = count.status === 'review' && canAdjust;
  return (
    <Card
      title="Differences"
      description={`${formatCount(count.counted, 'item')} counted, ${formatCount(different, 'difference')}. Items that were not counted keep their quantity.`}
      flush
      stickyFooter={acts}
      footer={
        acts && (
          <form
            className="flex flex-wrap items-end justify-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              if (!apply.isPending) {
                apply.mutate({ id: count.id, reason_code: reason, notes: note.trim() || undefined });
              }
            }}
          >
            <Field label="Reason" className="mr-auto w-40">
              <Select options={REASONS} value={reason} onValueChange={setReason} />
            </Field>
            <Field label="Note (optional)" className="min-w-48 flex-1">
              <Input value={note} onChange={(event) => setNote(event.target.value)} maxLength={1000} />
            </Field>
            <Button
              pending={resume.isPending}
              onClick={() => resume.mutate({ id: count.id, status: 'counting' })}
            >
              Resume counting
            </Button>
            <Button type="submit" variant="primary" pending={apply.isPending}>
              {different === 0 ? 'Finish count' : `Apply ${formatCount(different, 'difference')}`}
            </Button>
          </form>
        )
      }
    >
      <div className="px-4 sm:px-5">
        <FormAlert message={errorTextOf(apply.error ?? resume.error)} />
      </div>
      {!data && <Skeleton className="m-4 h-24" />}
      {data && data.data.length === 0 && (
        <p className="border-border border-t px-4 py-8 text-center text-muted">All counted items match.</p>
      )}
      {data && data.data.length > 0 && (
        <table className="w-full text-sm">
          <caption className="sr-only">Differences</caption>
          <thead>
            <tr className="border-border border-y text-muted text-xs">
              {['Item', 'Expected', 'Counted', 'Difference'].map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={`px-4 py-2 font-medium sm:px-5 ${index === 0 ? 'text-left' : 'text-right'}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.data.map((line) => (
              <tr key={line.inventory_id} className="border-border border-b last:border-b-0">
                <th scope="row" className="px-4 py-2 text-left font-normal sm:px-5">
                  <ItemCell goods={line} href={`/inventory/${line.inventory_id}`} />
                </th>
                <td className="px-4 text-right sm:px-5">{formatAmount(line.expected_quantity, line)}</td>
                <td className="px-4 text-right sm:px-5">{formatAmount(line.counted, line)}</td>
                <td className="px-4 text-right font-semibold sm:px-5">
                  {formatAmountChange(line.difference, line)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && (data.pagination.total ?? 0) > data.pagination.limit && (
        <div className="border-border border-t px-4 py-2">
          <Pagination
            page={page}
            limit={data.pagination.limit}
            total={data.pagination.total ?? 0}
            onPageChange={setPage}
            label="Pages of differences"
          />
        </div>
      )}
    </Card>
  );
}
