import { serve } from '../../platform/threads/serve';
import { pageIn, type SourcePage, UnreadableVendor } from './page-of';

/** Bytes of a response or a file, and what the ids of its rows are called. */
export interface PageQuestion {
  bytes: Uint8Array;
  idFields: readonly string[];
  from: number;
}
export type PageReading = { page: SourcePage } | { fault: string };

serve((question: PageQuestion): PageReading => {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(question.bytes).replace(/^\uFEFF/, ''));
  } catch {
    return { fault: 'It is not JSON.' };
  }
  try {
    return { page: pageIn(json, question.idFields, question.from) };
  } catch (error) {
    if (!(error instanceof UnreadableVendor)) throw error;
    return { fault: error.message };
  }
});
