'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DropZone } from '@/components/ui/base/drop-zone';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { sendForm, UploadRefused } from '@/components/ui/forms/send-form';
import { showError } from '@/components/ui/forms/show-error';
import { sessionGate } from '@/components/ui/providers/session-gate';
import { trpc } from '@/components/ui/providers/trpc';
import { KIND, SYSTEM } from './labels';
import type { Kind, Migration } from './types';

/** The first step: files of each kind, or reading the other system. */
export function SourceStep({
  migration,
  onChange,
}: {
  migration: Migration;
  onChange: (next: Migration) => void;
}) {
  const { id, system, source, kinds } = migration;
  const [kind, setKind] = useState<Kind>(kinds[0]?.kind ?? 'customers');
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const read = trpc.migrations.read.useMutation({
    onSuccess: onChange,
    onError: (error) => showError(`Couldn't read ${SYSTEM[system]}`, error),
  });
  async function take(file: File): Promise<void> {
    const form = new FormData();
    form.set('kind', kind);
    form.set('file', file);
    setFault(null);
    setPending(true);
    try {
      onChange(await sendForm<Migration>(`/api/v1/migrations/${id}/files`, form));
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      if (failure.status === 401) sessionGate.open();
      setFault(failure.message);
    } finally {
      setPending(false);
    }
  }
  const files = kinds.filter(({ file_name }) => file_name !== null);
  const isReady = source === 'api' || files.length > 0;
  return (
    <Card
      title={source === 'api' ? `Read ${SYSTEM[system]}` : 'Drop your files'}
      description={
        source === 'api'
          ? `Tallyleaf reads ${SYSTEM[system]} at the pace that it allows. Nothing changes there, and nothing here before you apply it.`
          : 'One file of each kind: CSV or Excel. You can leave kinds out.'
      }
      footer={
        <Button
          variant="primary"
          disabled={!isReady}
          pending={read.isPending}
          onClick={() => read.mutate({ id })}
        >
          {source === 'api' ? `Read ${SYSTEM[system]}` : 'Check files'}
        </Button>
      }
    >
      {source === 'files' && (
        <>
          <div className="mb-4 sm:max-w-xs">
            <Field label="This file holds">
              <Select
                options={kinds.map((one) => ({ value: one.kind, label: KIND[one.kind] }))}
                value={kind}
                onValueChange={setKind}
              />
            </Field>
          </div>
          <DropZone
            label={`File of ${KIND[kind].toLowerCase()}`}
            accept=".csv,.tsv,.txt,.xlsx,.json"
            button="Choose file"
            hint="or drop it here. Up to 10 MB and 100,000 lines."
            pending={pending}
            fault={fault}
            onFile={(file) => void take(file)}
          />
          <ul className="mt-4 text-sm">
            {files.map((one) => (
              <li key={one.kind}>
                {KIND[one.kind]}: {one.file_name}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
