'use client';
import { useEffect, useRef, useState } from 'react';

/** A text on which Enter was pressed before its results came. */
export interface Waiting {
  id: number;
  text: string;
  /** Why nothing was taken; null while it is looked for. */
  problem: string | null;
}

interface Acts<Result> {
  /** The results of a text, the best first. */
  find: (text: string) => Promise<readonly Result[]>;
  /** Takes the first result of a text; returns what is wrong with it, or null. */
  take: (result: Result, text: string) => string | null;
  /** Whether the text without a result is still in its field, which says so itself. */
  isThere: (text: string) => boolean;
}

/** Texts whose first result is taken once it is there: all are looked for at once, and taken in the order they were typed. */
export function useWaiting<Result>(acts: Acts<Result>) {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const latest = useRef(acts);
  const wanted = useRef(new Set<number>());
  const count = useRef(0);
  const turn = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const { current } = wanted;
    return () => current.clear();
  }, []);
  const remove = (id: number) => {
    wanted.current.delete(id);
    setWaiting((list) => list.filter((one) => one.id !== id));
  };
  const say = (id: number, problem: string) =>
    setWaiting((list) => list.map((one) => (one.id === id ? { ...one, problem } : one)));
  const settle = (id: number, text: string, results: readonly Result[] | null) => {
    if (!wanted.current.has(id)) return;
    if (results === null) return say(id, `The search for “${text}” failed.`);
    const [first] = results;
    if (first === undefined) {
      if (latest.current.isThere(text)) return remove(id);
      return say(id, `No results for “${text}”.`);
    }
    const problem = latest.current.take(first, text);
    if (problem === null) remove(id);
    else say(id, `“${text}”: ${problem}`);
  };
  const wait = (text: string) => {
    count.current += 1;
    const id = count.current;
    wanted.current.add(id);
    setWaiting((list) => [...list, { id, text, problem: null }]);
    const finding = latest.current.find(text).catch(() => null);
    turn.current = turn.current.then(async () => settle(id, text, await finding));
  };
  return { waiting, wait, remove };
}
