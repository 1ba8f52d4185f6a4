/** Puts a text where the cursor is, with a space for what breaks or spaces its lines (decision 915). */
export function pasteLine(input: HTMLInputElement, text: string): void {
  const line = text
    .trim()
    .replace(/[\s\u0085]+/g, (run) => (/[\t-\r\u0085\u2028\u2029]/.test(run) ? ' ' : run));
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
