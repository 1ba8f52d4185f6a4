'use client';
import type { ClipboardEvent, ComponentProps } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { useFieldControl } from './field-context';

/** What breaks a line. */
const BREAKS = /\s*[\t-\r\u0085\u2028\u2029]\s*/g;

/** Browsers drop line breaks from what is pasted, so that two words become one: here they are a space (decision 915). */
function pasteAsLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain').trim();
  const line = text.replace(BREAKS, ' ');
  if (event.defaultPrevented || event.currentTarget.type === 'password' || line === text) return;
  event.preventDefault();
  // The browser's own insertion: it can be undone, and a field that can't be changed stays.
  document.execCommand('insertText', false, line);
}

/** A line of text. */
export function Input({ className, type = 'text', onPaste, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      {...useFieldControl()}
      className={cn(controlStyle, 'read-only:bg-hover', className)}
      onPaste={(event) => {
        onPaste?.(event);
        pasteAsLine(event);
      }}
      {...props}
    />
  );
}
