'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Select } from '@/components/ui/base/select';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { IMPORT_FIELDS, REQUIRED_FIELDS } from '@/server/features/imports/fields';
import { GivenValues } from './given-values';
import { FIELD } from './labels';
import type { ImportField, ImportRecord } from './types';

/** The second step: says what each column means. What was said is remembered for files with the same header. */
export function ColumnsStep({
  record,
  onDone,
  onDiscard,
}: {
  record: ImportRecord;
  onDone: (record: ImportRecord) => void;
  onDiscard: () => void;
}) {
  const [chosen, setChosen] = useState(() => fieldsOf(record));
  const [values, setValues] = useState(() => valuesOf(record));
  const [asked, setAsked] = useState(false);
  const update = trpc.imports.update.useMutation({ onSuccess: onDone });
  const fields: readonly ImportField[] = IMPORT_FIELDS[record.kind];
  const without = REQUIRED_FIELDS[record.kind].filter(
    (alternatives) => !alternatives.some((field) => Object.values(chosen).includes(field)),
  );
  const missing = without.filter((alternatives) => !alternatives.some((field) => values[field]?.trim()));
  const options = [
    { value: '' as const, label: 'Skip' },
    ...fields.map((field) => ({ value: field, label: FIELD[field] })),
  ];

  function choose(column: string, field: ImportField | ''): void {
    // A field has one column: the other one is skipped.
    const others = Object.entries(chosen).filter(([name, value]) => name !== column && value !== field);
    setChosen({ ...Object.fromEntries(others), ...(field === '' ? {} : { [column]: field }) });
  }
  function goOn(): void {
    setAsked(true);
    if (missing.length > 0) return;
    const mapping = record.columns.flatMap(({ name }) => {
      const field = chosen[name];
      return field ? [{ column: name, field }] : [];
    });
    const given = without.flatMap(([field]) => {
      const value = field && values[field]?.trim();
      return field && value ? [{ field, value }] : [];
    });
    const [before, after] = [record, { mapping, values: given }].map((one) =>
      JSON.stringify([one.mapping, one.values]),
    );
    if (before === after && record.status !== 'mapping' && record.status !== 'failed') onDone(record);
    else update.mutate({ id: record.id, mapping, values: given });
  }

  return (
    <Card
      title="Map columns"
      description={`${record.file_name}: ${record.columns.length} columns. Your choice is remembered for files with the same header.`}
      stickyFooter
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onDiscard}>Discard file</Button>
          <Button variant="primary" pending={update.isPending} onClick={goOn}>
            Continue to preview
          </Button>
        </div>
      }
      flush
    >
      {without.length > 0 && (
        <GivenValues
          fields={without.flatMap(([field]) => field ?? [])}
          values={values}
          onChange={setValues}
        />
      )}
      <ul aria-label="Columns in the file" className="divide-y divide-border border-border border-t">
        {record.columns.map(({ name, samples }) => (
          <li
            key={name}
            className="grid gap-x-4 gap-y-2 px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_14rem] md:items-center"
          >
            <p className="min-w-0 break-words font-medium">{name}</p>
            <p className="min-w-0 truncate text-muted text-sm">
              {samples.filter(Boolean).join(' · ') || 'No samples'}
            </p>
            <Select
              aria-label={`Meaning of ${name}`}
              options={options}
              value={chosen[name] ?? ''}
              onValueChange={(field) => choose(name, field)}
            />
          </li>
        ))}
      </ul>
      <div role="alert">
        {asked && missing.length > 0 && (
          <p className="px-4 py-3 text-destructive text-sm sm:px-5">
            Choose a column or a value for{' '}
            {missing.map((one) => one.map((field) => FIELD[field]).join(' or ')).join(', and for ')}.
          </p>
        )}
        {update.error && (
          <p className="px-4 py-3 text-destructive text-sm sm:px-5">{errorText(update.error)}</p>
        )}
      </div>
    </Card>
  );
}

function valuesOf({ values }: ImportRecord): Partial<Record<ImportField, string>> {
  return Object.fromEntries(values.map(({ field, value }) => [field, value]));
}

function fieldsOf({ mapping }: ImportRecord): Record<string, ImportField> {
  return Object.fromEntries(mapping.map(({ column, field }) => [column, field]));
}
