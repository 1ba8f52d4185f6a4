'use client';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { UploadRefused } from '@/components/forms/send-form';
import { optionsOf, ROOM } from '@/components/inventory/labels';
import type { LocationName, RoomType } from '@/components/inventory/types';
import { sessionGate } from '@/components/providers/session-gate';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/class-names';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { KIND } from './labels';
import type { ImportKind, ImportRecord } from './types';
import { MAX_BYTES, uploadFile } from './upload';

const MEGABYTE = 1024 * 1024;

/** The first step: chooses a CSV, and where lines lie that do not say so. */
export function UploadStep({
  kind,
  locations,
  onUploaded,
}: {
  kind: ImportKind;
  locations: readonly LocationName[];
  onUploaded: (record: ImportRecord) => void;
}) {
  const inputId = useId();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [locationId, setLocationId] = useState(locations.length === 1 ? (locations[0]?.id ?? '') : '');
  const [roomType, setRoomType] = useState<RoomType>('vault');
  const [over, setOver] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<{ message: string; requestId: string | null } | null>(null);

  async function take(file: File | undefined): Promise<void> {
    if (!file || pending) return;
    if (file.size === 0) return refuse('The file is empty.');
    if (file.size > MAX_BYTES) return refuse(`The file is larger than ${MAX_BYTES / MEGABYTE} MB. Split it.`);
    setError(null);
    setPending(true);
    try {
      onUploaded(await uploadFile(kind, file, kind === 'products' ? {} : { locationId, roomType }));
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      if (failure.status === 401) sessionGate.open();
      refuse(failure.message, failure.requestId);
    } finally {
      setPending(false);
      // The same file, fixed, can be chosen again.
      if (input.current) input.current.value = '';
    }
  }
  function refuse(message: string, requestId: string | null = null): void {
    setError({ message, requestId });
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }

  const { columns, example } = KIND[kind];
  return (
    <Card title="Choose a file" description={columns}>
      {kind !== 'products' && (
        <div className="mb-4 grid gap-4 sm:grid-cols-2">
          <Field label="Default location">
            <Select
              options={[
                { value: '', label: "Use the file's" },
                ...locations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={locationId}
              onValueChange={setLocationId}
            />
          </Field>
          <Field label="Default room">
            <Select options={optionsOf(ROOM)} value={roomType} onValueChange={setRoomType} />
          </Field>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's shortcut for the button inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex flex-col items-center gap-3 rounded-lg border border-control/60 border-dashed px-4 py-8 text-center',
          over && 'border-primary bg-hover',
        )}
      >
        <FileUp aria-hidden className="size-8 text-muted" />
        <label htmlFor={inputId} className="sr-only">
          CSV file
        </label>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-describedby={error ? errorId : undefined}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Button variant="primary" pending={pending} onClick={() => input.current?.click()}>
          Choose file
        </Button>
        <p className="text-muted text-sm">
          or drop it here. CSV with a header line, up to {MAX_BYTES / MEGABYTE} MB and 100,000 lines.
        </p>
      </div>
      <div role="alert" id={errorId}>
        {error && (
          <p className="mt-3 rounded-md bg-tint-danger px-3 py-2 text-on-tint-danger text-sm">
            {error.message}
            {error.requestId && ` Request id ${error.requestId}.`}
          </p>
        )}
      </div>
      <p className="mt-4 text-muted text-sm">
        Header, for example: <code className="break-all font-mono text-text text-xs">{example}</code>
      </p>
    </Card>
  );
}
