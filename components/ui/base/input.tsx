'use client';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { useFieldControl } from './field-context';

/** A line of text. Browsers drop the breaks of pasted lines, so that two words become one: here they are a space (decision 915). */
export function Input({ className, type = 'text', onPaste, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      {...useFieldControl()}
      className={cn(controlStyle, 'read-only:bg-hover', className)}
      onPaste={(event) => {
        onPaste?.(event);
        const text = event.clipboardData.getData('text').trim();
        const line = text.replace(/\s+/g, (run) => (/[\t-\r]/.test(run) ? ' ' : run));
        if (line === text || event.defaultPrevented || type === 'password') return;
        event.preventDefault();
        // The browser's own insertion: it can be undone, and a field that can't be changed stays.
        document.execCommand('insertText', false, line);
      }}
      {...props}
    />
  );
}
