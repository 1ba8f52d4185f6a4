'use client';
import { lazy, Suspense, useState } from 'react';
import { levelName } from './level';
import type { StockLevel } from './types';

const LevelsDialog = lazy(() => import('./levels-dialog').then((m) => ({ default: m.LevelsDialog })));

/** What a location wants of a level, which a press changes. @param text "12 / 48" */
export function LevelsButton({ level, text }: { level: StockLevel; text: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="rounded-sm underline decoration-dotted underline-offset-4 hover:decoration-solid"
        aria-label={`Levels of ${levelName(level)}: ${text}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      <Suspense>{open && <LevelsDialog levels={[level]} onClose={close} onDone={close} />}</Suspense>
    </>
  );
}
