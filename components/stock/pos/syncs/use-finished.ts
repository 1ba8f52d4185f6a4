'use client';
import { useEffect, useRef } from 'react';
import { isActive } from './labels';
import type { SyncRun } from './types';

/** Calls back once for each run that was under way when it was last seen, and has ended. */
export function useFinished(runs: readonly SyncRun[] | undefined, onFinished: (run: SyncRun) => void): void {
  const active = useRef(new Set<string>());
  const tell = useRef(onFinished);
  useEffect(() => {
    tell.current = onFinished;
  });
  useEffect(() => {
    for (const run of runs ?? []) {
      if (isActive(run)) active.current.add(run.id);
      else if (active.current.delete(run.id)) tell.current(run);
    }
  }, [runs]);
}
