'use client';
import { useEffect, useRef, useState } from 'react';
import { useSettledText } from './use-settled-text';

/**
 * The text of a `LookupField`. Enter that comes before the results takes the first of them once they are there: a SKU is
 * typed faster than it is found.
 * @param searchOf what of the text is looked for
 */
export function useLookup<Result>(
  onPick: (result: Result) => void,
  searchOf: (text: string) => string = (text) => text,
) {
  const [text, setText] = useState('');
  const searched = searchOf(text);
  const { search, current, now } = useSettledText(searched);
  const waiting = useRef<string | null>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  return {
    text,
    setText: (next: string) => {
      waiting.current = null;
      setText(next);
    },
    search,
    /** Enter, before the results of the text. */
    wait: (known: boolean) => {
      if (known && current) return false;
      waiting.current = searched.trim();
      now();
      return true;
    },
    /** Hands on the results of a search. */
    found: (results: readonly Result[]) => {
      const [first] = results;
      if (waiting.current === null || waiting.current !== search) return;
      waiting.current = null;
      if (first) pick.current(first);
    },
  };
}
