import { UNSENT } from '@/server/features/compliance/words';
import type { Job } from './types';

/** Kinds of which a member corrects something here. */
const EDITED: ReadonlyArray<Job['kind']> = ['package_adjustment', 'package_finish'];
/** Our mark at the end of a note: it isn't the member's. */
const MARK = /(?<!\s)\s*\[TL [^[\]]*\]$/;

export const isEdited = ({ kind, status }: Job) => EDITED.includes(kind) && UNSENT.includes(status);

export type EditValues = Record<'reason' | 'note' | 'date' | 'package_tag', string>;

/** What a report says now, as its form has it; empty where it says nothing yet. */
export function editsOf({ request, subject }: Job): EditValues {
  const [body] = (Array.isArray(request?.body) ? request.body : []) as ReadonlyArray<Record<string, unknown>>;
  const text = (name: string) => String(body?.[name] ?? '');
  return {
    reason: text('AdjustmentReason'),
    note: text('ReasonNote').replace(MARK, ''),
    date: text('AdjustmentDate') || text('ActualDate'),
    package_tag: subject,
  };
}
