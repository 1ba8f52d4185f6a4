'use client';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { useFieldControl } from './field-context';

/** Several lines of text; grows with what is typed where the browser can. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldControl()}
      className={cn(
        controlStyle,
        'field-sizing-content read-only:bg-hover h-auto max-md:h-auto min-h-20 py-2',
        className,
      )}
      {...props}
    />
  );
}
