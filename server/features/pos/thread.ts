import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { serve } from '../../platform/threads/serve';
import { type Question, READERS, type ReaderName, type Reading } from './responses/readers';
import { UnreadableResponse } from './responses/unreadable';

/** Milliseconds that this thread has been on a processor; where the kernel doesn't tell, that have passed. */
function processorMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

function read({ reader, bytes, settings }: Question): { value: unknown } | { fault: string | null } {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { fault: null };
  }
  try {
    return { value: (READERS[reader] as (json: unknown, settings: unknown) => unknown)(json, settings) };
  } catch (error) {
    if (error instanceof UnreadableResponse) return { fault: error.message };
    if (!(error instanceof z.ZodError)) throw error;
    const place = error.issues[0]?.path.join('.').slice(0, 100) || 'the response';
    return { fault: `The POS responded in an unknown format (${place}).` };
  }
}

serve((question: Question): Reading => {
  const began = processorMs();
  const outcome = read(question);
  return { ...outcome, ms: processorMs() - began } as Reading<ReaderName>;
});
