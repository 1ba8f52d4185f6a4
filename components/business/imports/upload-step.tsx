'use client';
import { Fragment, useState } from 'react';
import { optionsOf, ROOM } from '@/components/stock/inventory/labels';
import type { LocationName, RoomType } from '@/components/stock/inventory/types';
import { Card } from '@/components/ui/base/card';
import { DropZone } from '@/components/ui/base/drop-zone';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { UploadRefused } from '@/components/ui/forms/send-form';
import { sessionGate } from '@/components/ui/providers/session-gate';
import { isOfPlaces, isOfStock, KIND } from './labels';
import type { ImportKind, ImportRecord } from './types';
import { MAX_BYTES, uploadFile } from './upload';

const MEGABYTE = 1024 * 1024;

/** The first step: chooses a CSV, and where lines lie that do not say so. */
export function UploadStep({
  kind,
  locations,
  primary,
  onUploaded,
}: {
  kind: ImportKind;
  locations: readonly LocationName[];
  /** False where the page has another primary action. */
  primary: boolean;
  onUploaded: (record: ImportRecord) => void;
}) {
  const [locationId, setLocationId] = useState(locations.length === 1 ? (locations[0]?.id ?? '') : '');
  const [roomType, setRoomType] = useState<RoomType>('vault');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<{ message: string; requestId: string | null } | null>(null);

  async function take(file: File): Promise<void> {
    if (pending) return;
    if (file.size === 0) return refuse('The file is empty.');
    if (file.size > MAX_BYTES) return refuse(`The file is larger than ${MAX_BYTES / MEGABYTE} MB. Split it.`);
    setError(null);
    setPending(true);
    try {
      onUploaded(
        await uploadFile(
          kind,
          file,
          isOfPlaces(kind) ? { locationId, ...(isOfStock(kind) && { roomType }) } : {},
        ),
      );
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      if (failure.status === 401) sessionGate.open();
      refuse(failure.message, failure.requestId);
    } finally {
      setPending(false);
    }
  }
  function refuse(message: string, requestId: string | null = null): void {
    setError({ message, requestId });
  }

  const { columns, example } = KIND[kind];
  return (
    <Card title="Choose a file" description={columns}>
      {isOfPlaces(kind) && (
        <div className="mb-4 grid gap-4 sm:grid-cols-2">
          <Field label="Default location">
            <Select
              options={[
                { value: '', label: 'From the file' },
                ...locations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={locationId}
              onValueChange={setLocationId}
            />
          </Field>
          {isOfStock(kind) && (
            <Field label="Default room">
              <Select options={optionsOf(ROOM)} value={roomType} onValueChange={setRoomType} />
            </Field>
          )}
        </div>
      )}
      <DropZone
        label="CSV file or Excel workbook"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        button="Choose file"
        hint={`or drop it here. CSV or Excel (.xlsx) with a header line, up to ${MAX_BYTES / MEGABYTE} MB and 100,000 lines.`}
        primary={primary}
        pending={pending}
        fault={error && `${error.message}${error.requestId ? ` Request id ${error.requestId}.` : ''}`}
        onFile={(file) => void take(file)}
      />
      <p className="mt-4 text-muted text-sm">
        <a
          className="rounded-sm text-link underline underline-offset-4"
          download={`${kind}-template.csv`}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${example}\r\n`)}`}
        >
          Download a template
        </a>{' '}
        with the columns{' '}
        <code className="break-words font-mono text-text text-xs">
          {example.split(',').map((name, index) => (
            <Fragment key={name}>
              {index > 0 && ','}
              <wbr />
              {name}
            </Fragment>
          ))}
        </code>
      </p>
    </Card>
  );
}
