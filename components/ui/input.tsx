'use client';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { useFieldControl } from './field-context';

/** A line of text. */
export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      {...useFieldControl()}
      className={cn(controlStyle, 'read-only:bg-hover', className)}
      {...props}
    />
  );
}
