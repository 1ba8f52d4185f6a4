'use client';
import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button';
import { cn } from './class-names';

/**
 * Takes a file by dropping or choosing. What is wrong with it stands below, announced at once; the same file, fixed, can
 * be chosen again.
 */
export function DropZone({
  label,
  accept,
  button,
  prompt,
  hint,
  chosen,
  primary = false,
  pending = false,
  fault,
  onFile,
  onFiles,
}: {
  /** Names the field: "CSV file". */
  label: string;
  /** As the attribute of a file input. */
  accept: string;
  /** "Choose PDF". */
  button: string;
  /** Beside the button, while nothing is chosen. */
  prompt?: ReactNode;
  /** What it takes: "Up to 10 MB". */
  hint?: ReactNode;
  /** Name of the chosen file. */
  chosen?: string | null;
  primary?: boolean;
  pending?: boolean;
  fault?: ReactNode;
  onFile?: (file: File) => void;
  /** In place of `onFile`: takes several files at once. */
  onFiles?: (files: readonly File[]) => void;
}) {
  const inputId = useId();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const [first, ...others] = list ?? [];
    if (first && !pending) {
      onFile?.(first);
      onFiles?.([first, ...others]);
    }
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
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
          chosen ? 'py-3' : 'py-6',
          over && 'border-primary bg-hover',
        )}
      >
        <FileUp aria-hidden className="size-6 text-muted" />
        <label htmlFor={inputId} className="sr-only">
          {label}
        </label>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={accept}
          multiple={onFiles !== undefined}
          aria-describedby={fault ? errorId : undefined}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => take(event.target.files)}
        />
        {(chosen || prompt) && (
          <p className="min-w-0 break-words text-muted">
            {chosen ? <span className="font-medium text-text">{chosen}</span> : prompt}
          </p>
        )}
        <Button
          variant={primary ? 'primary' : undefined}
          pending={pending}
          onClick={() => input.current?.click()}
        >
          {chosen ? 'Choose another' : button}
        </Button>
        {hint && !chosen && <p className="basis-full text-muted text-sm">{hint}</p>}
      </div>
      <div role="alert" id={errorId}>
        {fault && (
          <p className="mt-2 rounded-md bg-tint-danger px-3 py-2 text-on-tint-danger text-sm">{fault}</p>
        )}
      </div>
    </div>
  );
}
