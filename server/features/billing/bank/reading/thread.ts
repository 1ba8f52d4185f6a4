import { serve } from '../../../../platform/threads/serve';
import type { BankMapping } from '../schema';
import type { BankFormat } from '../words';
import { headOf, readFile } from './file';
import { type RawHead, type RawStatement, Unreadable } from './raw';

export type BankQuestion =
  | { what: 'head'; bytes: Uint8Array; format: BankFormat | undefined }
  | { what: 'read'; bytes: Uint8Array; format: BankFormat; mapping: BankMapping | null };
export type BankAnswer =
  | { head: RawHead }
  | { statement: RawStatement }
  | { fault: Pick<Unreadable, 'code' | 'message'> };

serve((question: BankQuestion): BankAnswer => {
  try {
    if (question.what === 'head') return { head: headOf(question.bytes, question.format) };
    return { statement: readFile(question.bytes, question.format, question.mapping) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { fault: { code: error.code, message: error.message } };
  }
});
