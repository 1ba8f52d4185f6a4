'use client';
import { type ComponentProps, useEffect, useRef } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field-context';

/**
 * A box of 16 px in a target of 24, on a phone of 44. A native input, so `register` fits; its look comes from
 * list-controls.css, which makes it cheap enough for every row of a table. `indeterminate` shows a dash.
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
    <span className={cn('check-box', className)}>
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
      />
      <span aria-hidden />
    </span>
  );
}
