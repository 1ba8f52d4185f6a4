'use client';
import { Check, Minus } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field-context';

/**
 * A box of 16 px in a target of 24, on a phone of 44. A native input, so `register` fits, and cheap enough for every
 * row of a table: its marks change their opacity, which lays out nothing. `indeterminate` shows a dash.
 */
export function Checkbox({
  indeterminate = false,
  onCheckedChange,
  className,
  ...props
}: Omit<ComponentProps<'input'>, 'type'> & {
  indeterminate?: boolean;
  onCheckedChange?: (checked: boolean) => void;
}) {
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const { ref, onChange, ...rest } = props;
  return (
    <span className={cn('relative inline-block size-4 shrink-0 align-middle', className)}>
      <input
        {...useFieldControl()}
        {...rest}
        ref={(node) => {
          input.current = node;
          if (typeof ref === 'function') ref(node);
          else if (ref) ref.current = node;
        }}
        type="checkbox"
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
        className="peer absolute -inset-1 size-6 cursor-pointer max-md:-inset-3.5 max-md:size-11 appearance-none outline-none disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 rounded-sm border border-control bg-surface peer-checked:border-primary peer-checked:bg-primary peer-indeterminate:border-primary peer-indeterminate:bg-primary peer-hover:border-muted peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2 peer-disabled:opacity-55 peer-aria-invalid:border-destructive"
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 size-3 text-on-primary opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0"
      />
      <Minus
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 size-3 text-on-primary opacity-0 peer-indeterminate:opacity-100"
      />
    </span>
  );
}
