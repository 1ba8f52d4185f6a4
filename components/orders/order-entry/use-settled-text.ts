'use client';
import { useEffect, useState } from 'react';

const PAUSE_MS = 150;
const LONGEST = 100;

/** What a search asks for: the text once typing pauses, or at once after `now`. */
export function useSettledText(text: string) {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const search = asked.trim().slice(0, LONGEST);
  return {
    search,
    /** Whether it is the text that is in the field. */
    current: search === text.trim().slice(0, LONGEST),
    now: () => setAsked(text),
  };
}
