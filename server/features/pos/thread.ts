import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { serve } from '../../platform/threads/serve';
import { FILE_READERS, type FileQuestion, type Question, READERS, type Reading } from './responses/readers';
import { UnreadableResponse } from './responses/unreadable';

/** Milliseconds that this thread has been on a processor; where the kernel doesn't tell, that have passed. */
function processorMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

type Outcome = { value: unknown } | { fault: string | null };

function read({ reader, bytes, settings }: Question): Outcome {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { fault: null };
  }
  return explained(() => ({
    value: (READERS[reader] as (json: unknown, settings: unknown) => unknown)(json, settings),
  }));
}

function readFiles({ fileReader, files, settings }: FileQuestion): Outcome {
  return explained(() => {
    const value = FILE_READERS[fileReader](files, settings);
    return value === null ? { fault: null } : { value };
  });
}

function explained(attempt: () => Outcome): Outcome {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof UnreadableResponse) return { fault: error.message };
    if (!(error instanceof z.ZodError)) throw error;
    const place = error.issues[0]?.path.join('.').slice(0, 100) || 'the response';
    return { fault: `The POS responded in an unknown format (${place}).` };
  }
}

serve((question: Question | FileQuestion): Reading<unknown> => {
  const began = processorMs();
  const outcome = 'files' in question ? readFiles(question) : read(question);
  return { ...outcome, ms: processorMs() - began };
});
