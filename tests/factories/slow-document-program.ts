/** The program of a thread that takes seconds for what is large, without using the processor. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Written } from '../../server/platform/pdf/reader';
import { serve } from '../../server/platform/threads/serve';

serve(async ({ data }: Written) => {
  if (data.length > 50_000) await delay(3_000);
  return data;
}, 'own');
