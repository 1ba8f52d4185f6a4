'use client';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/class-names';
import { faultOf, MAX_BYTES } from './check-file';

/** Takes a PDF by dropping or choosing; what can't be a certificate is rejected before it is sent. */
export function DropZone({ file, onFile }: { file: File | null; onFile: (file: File) => void }) {
  const inputId = useId();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const found = await faultOf(chosen).catch(() => `${chosen.name} can't be read. Choose another file.`);
    setFault(found);
    if (!found) onFile(chosen);
    // The same file, fixed, can be chosen again.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's shortcut for the button inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-lg border border-control/60 border-dashed px-4 text-center',
          file ? 'py-3' : 'py-8',
          over && 'border-primary bg-hover',
        )}
      >
        <FileUp aria-hidden className="size-6 text-muted" />
        <label htmlFor={inputId} className="sr-only">
          Certificate as a PDF
        </label>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept=".pdf,application/pdf"
          aria-describedby={fault ? errorId : undefined}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <p className="min-w-0 break-words text-muted">
          {file ? <span className="font-medium text-text">{file.name}</span> : 'Drop the PDF here, or'}
        </p>
        <Button onClick={() => input.current?.click()}>{file ? 'Choose another' : 'Choose PDF'}</Button>
        {!file && <p className="basis-full text-muted text-sm">Up to {MAX_BYTES / 1024 / 1024} MB</p>}
      </div>
      <div role="alert" id={errorId}>
        {fault && (
          <p className="mt-2 rounded-md bg-tint-danger px-3 py-2 text-on-tint-danger text-sm">{fault}</p>
        )}
      </div>
    </div>
  );
}
