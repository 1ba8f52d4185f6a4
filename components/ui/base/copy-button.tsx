'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button';

const SHOWN_MS = 3_000;

/** Puts a text on the clipboard and says so. `what` names it: "Copy secret". */
export function CopyButton({
  text,
  what,
  onCopied,
  ...props
}: Omit<ButtonProps, 'children' | 'asChild' | 'onClick'> & {
  text: string;
  what: string;
  onCopied?: () => void;
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      onCopied?.();
    } catch {
      // Plain http to another machine has no clipboard, and a browser may forbid it: the text is there to be marked.
      setState('refused');
    }
  };
  return (
    <>
      <Button size="sm" {...props} onClick={() => void copy()}>
        {state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        Copy {what}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && 'Copied'}
        {state === 'refused' && "Couldn't copy. Select the text and copy it."}
      </span>
    </>
  );
}
