'use client';
import { FileText, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { shown } from '@/components/stock/certificates/comparison';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { cn } from '@/components/ui/base/class-names';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { IconButton } from '@/components/ui/base/icon-button';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';
import { Spinner } from '@/components/ui/base/spinner';
import { type Attached, NOT_SAVED, problemOf } from './attached';
import { goodsName, type Line } from './draft';

const ReadValues = lazy(() =>
  import('@/components/stock/certificates/read-values').then((m) => ({ default: m.ReadValues })),
);
const PdfPreview = lazy(() =>
  import('@/components/stock/certificates/pdf-preview').then((m) => ({ default: m.PdfPreview })),
);

/** The certificates that came with the goods: what was read of each, and the line that it is saved with. */
export function CertificatesCard({
  attached,
  lines,
  lineOf,
  today,
  tried,
  isOver,
  onFiles,
  onChange,
  onRemove,
}: {
  attached: readonly Attached[];
  lines: readonly Line[];
  /** The line that a certificate is saved with, by its id. */
  lineOf: ReadonlyMap<number, Line>;
  today: string;
  tried: boolean;
  /** Files are dragged over the page. */
  isOver: boolean;
  onFiles: (files: readonly File[]) => void;
  onChange: (id: number, values: Partial<Attached>) => void;
  onRemove: (id: number) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const open = attached.find(({ id }) => id === opened);
  return (
    <Card
      title="Certificates"
      description="Drop PDFs or a folder of them anywhere on this page. Each is read and goes to the line with its batch number."
      className={cn(isOver && 'border-primary bg-hover')}
      action={
        <>
          <input
            ref={input}
            type="file"
            accept=".pdf,application/pdf"
            multiple
            aria-label="Certificates as PDFs"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Button onClick={() => input.current?.click()}>Choose PDFs</Button>
        </>
      }
    >
      {attached.length === 0 ? (
        <p className="text-muted">No certificates yet. They can also be added to a batch later.</p>
      ) : (
        <ul aria-label="Certificates" className="divide-y divide-border">
          {attached.map((one) => (
            <Certificate
              key={one.id}
              certificate={one}
              line={lineOf.get(one.id)}
              lines={lines}
              today={today}
              tried={tried}
              onOpen={() => setOpened(one.id)}
              onChange={(values) => onChange(one.id, values)}
              onRemove={() => onRemove(one.id)}
            />
          ))}
        </ul>
      )}
      {open?.reading && (
        <Dialog open onOpenChange={() => setOpened(null)} title={open.file.name} size="md">
          <div className="flex flex-col gap-4">
            <Suspense fallback={<Spinner label="Opening the PDF" />}>
              <ReadValues reading={open.reading} />
              <PdfPreview source={open.file} name={open.file.name} />
            </Suspense>
          </div>
        </Dialog>
      )}
    </Card>
  );
}

/** What was read, in a line: "Juniper Ridge Labs · batch BD-1 · THC 22.4% · Passed". */
function summaryOf({ reading }: Attached): string {
  const read = reading?.extracted;
  if (reading?.status === 'not_read') return 'Not read yet: it is read once it is saved';
  if (!read) return 'No text could be read from this PDF';
  return [
    read.batch_id && `Batch ${read.batch_id}`,
    read.sampled_on && `sampled ${shown('sampled_on', read.sampled_on)}`,
    read.thc_percentage !== null && `THC ${shown('thc_percentage', read.thc_percentage)}`,
    read.result && shown('result', read.result),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Certificate({
  certificate,
  line,
  lines,
  today,
  tried,
  onOpen,
  onChange,
  onRemove,
}: {
  certificate: Attached;
  line: Line | undefined;
  lines: readonly Line[];
  today: string;
  tried: boolean;
  onOpen: () => void;
  onChange: (values: Partial<Attached>) => void;
  onRemove: () => void;
}) {
  const { file, state, fault, reading, lab, date } = certificate;
  const { sure } = reading ?? {};
  const problem = tried && line ? problemOf(certificate) : null;
  const options = [
    { value: '', label: 'No line: not saved' },
    ...lines.map((one) => ({
      value: one.key,
      label: [goodsName(one.goods), one.batch].filter(Boolean).join(' · '),
    })),
  ];
  return (
    <li className="grid gap-3 py-3 first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <div className="flex min-w-0 items-start gap-2.5">
        <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          {reading ? (
            <button
              type="button"
              onClick={onOpen}
              className="wrap-anywhere text-left font-medium hover:underline"
            >
              {file.name}
            </button>
          ) : (
            <p className="wrap-anywhere font-medium">{file.name}</p>
          )}
          {state === 'reading' && <Spinner label="Reading the PDF" />}
          {fault && (
            <p role="alert" className="text-destructive text-sm">
              {fault}
            </p>
          )}
          {reading && <p className="text-muted text-sm">{summaryOf(certificate)}</p>}
          {reading && !line && (
            <Badge tone="warning" icon="triangle">
              No line has its batch
            </Badge>
          )}
        </div>
        <IconButton icon={X} size="sm" label={`Remove ${file.name}`} onClick={onRemove} />
      </div>
      {reading && (
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label="Laboratory" required error={problem && lab.trim() === '' ? problem : undefined}>
            <Input
              value={lab}
              maxLength={200}
              readOnly={sure?.lab && lab !== '' && reading.extracted?.lab === lab}
              onChange={(event) => onChange({ lab: event.target.value })}
            />
          </Field>
          <Field label="Date" required error={problem && lab.trim() !== '' ? problem : undefined}>
            <Input
              type="date"
              value={date}
              max={today}
              onChange={(event) => onChange({ date: event.target.value })}
            />
          </Field>
          <Field label="Saved with">
            <Select
              options={options}
              value={line?.key ?? ''}
              onValueChange={(key) => onChange({ lineKey: key === '' ? NOT_SAVED : key })}
            />
          </Field>
        </div>
      )}
    </li>
  );
}
