'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSettledText } from './use-settled-text';
import { useWaiting } from './use-waiting';

const same = (text: string) => text;

/**
 * The text of a `LookupField`. Enter that comes before the results takes the first of them once they are there: a SKU is
 * typed faster than it is found. What is typed after that Enter replaces the text.
 * @param find asks for the results of a search, the best first
 * @param onPick takes a result of a text. `typedOn`: something else is in the field by then. Returns what is wrong with it, or null
 * @param searchOf what of the text is looked for
 */
export function useLookup<Result>({
  input,
  find,
  onPick,
  searchOf = same,
}: {
  input: RefObject<HTMLInputElement | null>;
  find: (search: string) => Promise<readonly Result[]>;
  onPick: (result: Result, picked: { text: string; typedOn: boolean }) => string | null;
  searchOf?: (text: string) => string;
}) {
  const [text, setText] = useState('');
  const { search, current, now } = useSettledText(searchOf(text));
  const shown = useRef(text);
  useEffect(() => {
    shown.current = text;
  });
  /** The text on which Enter was pressed, until another one is typed: a second press asks for nothing more. */
  const entered = useRef<string | null>(null);
  const change = (next: string) => {
    entered.current = null;
    setText(next);
  };
  const isThere = (asked: string) => entered.current === asked && shown.current === asked;
  const { waiting, wait, remove } = useWaiting<Result>({
    find: (asked) => find(searchOf(asked).trim()),
    take: (result, asked) => {
      const typedOn = !isThere(asked) && shown.current !== '';
      const problem = onPick(result, { text: asked, typedOn });
      if (problem === null && isThere(asked)) change('');
      return problem;
    },
    isThere,
  });
  return {
    text,
    setText: change,
    search,
    /** Whether the search is that of the text. */
    current,
    now,
    waiting,
    /** Takes the first result of a text once it is there. @param asked by default the text in the field, which stays until then */
    wait: (asked?: string) => {
      if (asked !== undefined) return wait(asked);
      if (entered.current === text) return;
      entered.current = text;
      now();
      wait(text);
      input.current?.select();
    },
    remove,
  };
}
