'use client';
import { useRef, useState } from 'react';
import { errorText } from '@/components/ui/forms/error-text';
import { faultsOf } from '@/components/ui/forms/failure';
import { type Confirmed, type Line, type LineErrors, NOTHING_CONFIRMED, placeIn } from './draft';
import { type Question, questionsIn, withConfirmed } from './questions';

const NONE: ReadonlyMap<string, LineErrors> = new Map();

const sentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/** What the server rejected: at lines by their keys, and of the receipt as a whole. */
function errorsOf(error: unknown, lines: readonly Line[]) {
  const ofLines = new Map<string, LineErrors>();
  const whole: string[] = [];
  for (const { path, message } of faultsOf(error)) {
    const place = placeIn(path);
    const key = lines[place?.index ?? -1]?.key;
    if (!place || key === undefined) whole.push(`${path} ${message}`);
    else ofLines.set(key, { ...ofLines.get(key), [place.field]: sentence(message) });
  }
  const text =
    ofLines.size > 0 ? ['Some lines can’t be received. Correct them, then try again.', ...whole] : whole;
  return { lines: ofLines, text: text.length > 0 ? text.join(' ') : errorText(error) };
}

/**
 * Sends a receipt, once however often it is pressed; what the server asks is confirmed and sent again.
 * @param send rejects as the server does
 */
export function useReceive(lines: readonly Line[], send: (confirmed: Confirmed) => Promise<unknown>) {
  // State would let a second press through before the next render.
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState<readonly Question[] | null>(null);
  const [confirmed, setConfirmed] = useState<Confirmed>(NOTHING_CONFIRMED);
  const [rejected, setRejected] = useState<ReturnType<typeof errorsOf> | null>(null);
  const run = async (given: Confirmed) => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setRejected(null);
    try {
      // The button stays busy until the next page is there.
      return await send(given);
    } catch (error) {
      const questions = questionsIn(error);
      setAsked(questions);
      if (!questions) setRejected(errorsOf(error, lines));
    }
    running.current = false;
    setPending(false);
  };
  return {
    receive: () => void run(confirmed),
    confirm: () => {
      const given = withConfirmed(confirmed, asked ?? [], lines);
      setConfirmed(given);
      void run(given);
    },
    /** What was confirmed is asked again: it may be corrected now. */
    goBack: () => {
      setAsked(null);
      setConfirmed(NOTHING_CONFIRMED);
    },
    /** What a line was rejected for is open again once it changes. */
    forget: (key: string) =>
      setRejected((before) => {
        if (!before?.lines.has(key)) return before;
        const left = new Map(before.lines);
        left.delete(key);
        return left.size > 0 ? { ...before, lines: left } : null;
      }),
    pending,
    asked,
    errors: rejected?.lines ?? NONE,
    rejection: rejected?.text,
  };
}
