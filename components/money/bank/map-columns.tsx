'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { ScrollRegion } from '@/components/ui/base/scroll-region';
import { Select } from '@/components/ui/base/select';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { suggestMapping } from './suggest-mapping';
import type { BankStatement, Mapping } from './types';

const DAYS = [
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'MM/DD/YY',
  'MM-DD-YYYY',
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'YYYYMMDD',
] as const;

/** What the columns of a first statement are, with the sheet in view. It is asked once for each account and header. */
export function MapColumns({ statement }: { statement: BankStatement }) {
  const call = trpc.bank.statements.map.useMutation({
    onError: (error) => showError('The columns were not saved', error),
  });
  const { columns } = statement;
  const [mapping, setMapping] = useState<Mapping>(() => suggestMapping(columns));
  const inTwo = mapping.amount === undefined;
  const set = (change: Partial<Mapping>) => setMapping({ ...mapping, ...change });
  const names = columns.map(({ name }) => ({ value: name, label: name }));
  const orNone = [{ value: '', label: 'None' }, ...names];
  const rows = Math.max(0, ...columns.map(({ samples }) => samples.length));
  const pick = (
    label: string,
    key: 'date' | 'amount' | 'credit' | 'debit' | 'id' | 'reference',
    optional = false,
  ) => (
    <Field label={label}>
      <Select
        options={optional ? orNone : names}
        value={mapping[key] ?? ''}
        onValueChange={(value) => set({ [key]: value || undefined })}
      />
    </Field>
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        call.mutate({ id: statement.id, mapping });
      }}
    >
      <ScrollRegion label="First lines of the file">
        <table className="w-full text-sm">
          <caption className="sr-only">First lines of the file</caption>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="whitespace-nowrap px-2 py-1 text-left">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file never move
              <tr key={row}>
                {columns.map(({ name, samples }) => (
                  <td key={name} className="whitespace-nowrap px-2 py-1">
                    {samples[row]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="grid gap-4 sm:grid-cols-3">
        {pick('Day', 'date')}
        <Field label="Amounts">
          <Select
            options={[
              { value: 'one', label: 'In one column' },
              { value: 'two', label: 'Money in and out apart' },
            ]}
            value={inTwo ? 'two' : 'one'}
            onValueChange={(value) =>
              set(
                value === 'two'
                  ? { amount: undefined, credit: columns[0]?.name, debit: columns[1]?.name }
                  : { amount: columns[0]?.name, credit: undefined, debit: undefined },
              )
            }
          />
        </Field>
        {inTwo ? (
          <>
            {pick('Money in', 'credit')}
            {pick('Money out', 'debit')}
          </>
        ) : (
          pick('Amount', 'amount')
        )}
        <Field label="Text">
          <Select
            options={names}
            value={mapping.text[0] ?? ''}
            onValueChange={(value) => set({ text: [value] })}
          />
        </Field>
        {pick('Reference (optional)', 'reference', true)}
        {pick("Bank's id (optional)", 'id', true)}
        <Field label="Days are written">
          <Select
            options={DAYS.map((value) => ({ value, label: value }))}
            value={mapping.date_format}
            onValueChange={(date_format) => set({ date_format })}
          />
        </Field>
        <Field label="Cents follow">
          <Select
            options={[
              { value: '.', label: 'A point: 1,234.50' },
              { value: ',', label: 'A comma: 1.234,50' },
            ]}
            value={mapping.decimal}
            onValueChange={(decimal) => set({ decimal })}
          />
        </Field>
      </div>
      <Button type="submit" variant="primary" pending={call.isPending} className="self-end">
        Read statement
      </Button>
    </form>
  );
}
