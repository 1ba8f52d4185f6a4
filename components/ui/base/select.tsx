'use client';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { useFieldControl } from './field-context';

export type SelectOption<Value extends string = string> = { value: Value; label: string; disabled?: boolean };

/**
 * One of a few options (more than a dozen: Combobox). The browser's own control: a phone shows its wheel,
 * `register` fits, and nothing else of the page is hidden while it is open. Inside a Field it takes its label
 * from there.
 */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  className,
  ...props
}: Omit<ComponentProps<'select'>, 'value' | 'multiple'> & {
  options: readonly SelectOption<Value>[];
  value?: Value | null;
  onValueChange?: (value: Value) => void;
  /** Placeholder until something is chosen; it can't be chosen itself. */
  placeholder?: string;
}) {
  const { onChange, ...rest } = props;
  return (
    <span className={cn('relative block min-w-0', className)}>
      <select
        {...useFieldControl()}
        {...rest}
        {...(value === undefined ? {} : { value: value ?? '' })}
        onChange={(event) => {
          onChange?.(event);
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onValueChange?.(chosen.value);
        }}
        className={cn(controlStyle, 'select-control appearance-none truncate pr-9')}
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 size-4 text-muted"
      />
    </span>
  );
}
