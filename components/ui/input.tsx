'use client';
import type { ClipboardEvent, ComponentProps } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { useFieldControl } from './field-context';

/** Browsers drop line breaks from what is pasted, so that two words become one. How they become a space loads with the first. */
function pasteAsLine(event: ClipboardEvent<HTMLInputElement>): void {
  const { currentTarget: input, clipboardData } = event;
  const text = clipboardData.getData('text/plain');
  if (event.defaultPrevented || input.readOnly || !/^(text|search|tel|url)$/.test(input.type)) return;
  if (!/[\t-\r\u0085\u2028\u2029]/.test(text.trim())) return;
  event.preventDefault();
  void import('./paste-line').then(({ pasteLine }) => pasteLine(input, text));
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
