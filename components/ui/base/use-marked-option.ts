'use client';
import { useState } from 'react';

/**
 * Which of a list's options is marked, for a `Command` whose results come late: the first one whenever they change. Left alone,
 * cmdk goes on marking one that is gone, and Enter does nothing.
 */
export function useMarkedOption(keys: readonly string[]) {
  const list = keys.join('\n');
  const [marked, setMarked] = useState({ list, key: keys[0] ?? '' });
  const key = marked.list === list && keys.includes(marked.key) ? marked.key : (keys[0] ?? '');
  return { value: key, onValueChange: (next: string) => setMarked({ list, key: next }) };
}
