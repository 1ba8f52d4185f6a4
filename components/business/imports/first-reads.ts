import type { ImportKind } from './types';

const EARLIER = 5;

/** What the pages read before they are sent, so that nothing moves when it arrives. */
export function earlierInput(kind: ImportKind) {
  return { kind, sort: '-created_at', limit: EARLIER } as const;
}
