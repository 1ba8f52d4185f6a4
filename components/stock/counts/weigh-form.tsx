'use client';
import { useState } from 'react';
import { entryOf, stepsTyped } from '@/components/catalog/goods/amounts';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import type { CountLine } from './types';

/** Asks what scanned goods weigh, in their unit. @param onWeighed takes whole steps */
export function WeighForm({
  line,
  onWeighed,
  onCancel,
}: {
  line: CountLine;
  onWeighed: (steps: number) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <form
      aria-label={`Weight of ${line.product_name} ${line.variant_name}`}
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const steps = stepsTyped(text, line);
        if (steps) onWeighed(steps);
        else setProblem(`${entryOf(line)}.`);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Field
        label={`${line.product_name} ${line.variant_name}, in ${line.unit}`}
        error={problem}
        className="min-w-48 flex-1"
      >
        <Input
          autoFocus
          value={text}
          onChange={(event) => {
            setProblem(undefined);
            setText(event.target.value);
          }}
          inputMode="decimal"
          maxLength={13}
          autoComplete="off"
          enterKeyHint="done"
        />
      </Field>
      <Button type="submit" variant="primary">
        Add weight
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </form>
  );
}
