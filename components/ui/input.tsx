'use client';
import type { ClipboardEvent, ComponentProps } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { useFieldControl } from './field-context';

const BREAKS = /[\t-\r\u0085\u2028\u2029]/;
/** Types whose text can be replaced where the cursor is. */
const LINES = new Set(['text', 'search', 'tel', 'url']);

/** Browsers drop line breaks from what is pasted, so that two words become one: here they are a space (decision 915). */
function pasteAsLine(event: ClipboardEvent<HTMLInputElement>): void {
  const { currentTarget: input, clipboardData } = event;
  const text = clipboardData.getData('text/plain');
  if (event.defaultPrevented || input.readOnly || !LINES.has(input.type) || !BREAKS.test(text.trim())) return;
  event.preventDefault();
  const line = text.trim().replace(/\s+/g, (run) => (BREAKS.test(run) ? ' ' : run));
  // The browser's own insertion can be undone; where it has none, React hears of the change by the event.
  if (document.execCommand?.('insertText', false, line)) return;
  const { selectionStart, selectionEnd, value } = input;
  const [before, after] = [
    value.slice(0, selectionStart ?? undefined),
    value.slice(selectionEnd ?? value.length),
  ];
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    input,
    before + line + after,
  );
  input.dispatchEvent(new Event('input', { bubbles: true }));
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
