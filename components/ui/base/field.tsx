'use client';
import { type ReactNode, useId } from 'react';
import { cn } from './class-names';
import { FaultText } from './fault-text';
import { FieldContext } from './field-context';
import { Label } from './label';

/**
 * A labeled control with hint and error, wired by aria-describedby. The control inside (Input, Select,
 * Checkbox…) finds its id and state by itself, so `register` and `Controller` of react-hook-form both fit.
 * `layout="inline"` puts the label beside the control, for a checkbox or a switch.
 */
export function Field({
  label,
  hint,
  error,
  required = false,
  layout = 'stacked',
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  layout?: 'stacked' | 'inline';
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  const name = (
    <Label htmlFor={id}>
      {label}
      {required && (
        <span aria-hidden className="ml-0.5 text-destructive">
          *
        </span>
      )}
    </Label>
  );
  const notes = (
    <>
      <FaultText id={errorId} message={error} />
      {hint && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </>
  );
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      {layout === 'inline' ? (
        <div className={cn('flex gap-2.5', className)}>
          {children}
          <div className="flex min-w-0 flex-col gap-0.5">
            {name}
            {notes}
          </div>
        </div>
      ) : (
        <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
          {name}
          {children}
          {notes}
        </div>
      )}
    </FieldContext>
  );
}
