'use client';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Input } from '@/components/ui/base/input';
import { formatCount } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { FIELD } from './labels';
import type { ImportField, ImportLine, ImportRecord } from './types';

/** Of a cell, and cells of one request. */
const MAX_LENGTH = 2_000;
const AT_ONCE = 500;

interface Fix {
  line: number;
  field: ImportField;
  value: string;
}
interface Typed {
  fixes: ReadonlyMap<string, Fix>;
  set: (fix: Fix) => void;
}

const TypedContext = createContext<Typed | null>(null);
const keyOf = ({ line, field }: Pick<Fix, 'line' | 'field'>) => `${line} ${field}`;

/**
 * Cells of lines with problems that are corrected on the page, also those of other pages of the list, until all are checked
 * at once. What was typed stays when that fails.
 */
export function Fixes({
  record,
  onChecked,
  children,
}: {
  record: ImportRecord;
  onChecked: (record: ImportRecord) => void;
  children: ReactNode;
}) {
  const [fixes, setFixes] = useState<ReadonlyMap<string, Fix>>(new Map());
  const update = trpc.imports.update.useMutation({ onSuccess: onChecked });
  const typed = useMemo(
    () => ({
      fixes,
      set: (fix: Fix) => setFixes((before) => new Map(before).set(keyOf(fix), fix)),
    }),
    [fixes],
  );
  const all = [...fixes.values()];
  const lines = new Set(all.map(({ line }) => line)).size;
  const tooMany = all.length > AT_ONCE;
  return (
    <TypedContext value={typed}>
      {children}
      {lines > 0 && (
        <section
          aria-label="Corrected lines"
          className="sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-3 rounded-lg border border-border bg-surface px-4 py-3 shadow-sm max-md:bottom-16"
        >
          <Button
            variant="primary"
            pending={update.isPending}
            disabled={tooMany}
            onClick={() => update.mutate({ id: record.id, fixes: all })}
          >
            Check {formatCount(lines, 'corrected line')}
          </Button>
          <Button onClick={() => setFixes(new Map())}>Undo all</Button>
          <div className="min-w-0 flex-1 basis-60 empty:hidden">
            <FormAlert
              message={tooMany ? `Check at most ${AT_ONCE} cells at once.` : errorTextOf(update.error)}
            />
          </div>
        </section>
      )}
    </TypedContext>
  );
}

/** The cells of a line that are wrong, to be typed in place; nothing where nothing can be corrected. */
export function FixCells({ line }: { line: ImportLine }) {
  const typed = use(TypedContext);
  if (!typed) return null;
  const wrong = line.errors.filter(({ field }) => field in FIELD);
  const fields = [...new Map(wrong.map((error) => [error.field as ImportField, error.value])).entries()];
  return (
    <span className="flex flex-col gap-1.5">
      {fields.map(([field, value]) => (
        <span key={field} className="flex flex-col gap-0.5 text-left font-normal text-muted text-xs">
          <span aria-hidden>{FIELD[field]}</span>
          <Input
            aria-label={`${FIELD[field]} in line ${line.line}`}
            className="w-full min-w-36"
            maxLength={MAX_LENGTH}
            autoComplete="off"
            value={typed.fixes.get(keyOf({ line: line.line, field }))?.value ?? wholeOf(value)}
            onChange={({ target }) => typed.set({ line: line.line, field, value: target.value })}
          />
        </span>
      ))}
    </span>
  );
}

/** What the file has, unless its end is cut off: half of it would be taken for all. */
const wholeOf = (value: string | null) => (value === null || value.endsWith('…') ? '' : value);
