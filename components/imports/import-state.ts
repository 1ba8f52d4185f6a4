import { parseAsStringLiteral } from 'nuqs/server';
import { defineList } from '@/components/data-table/url-state';
import { parseAsId } from '@/components/inventory/list-definition';
import type { LinesInput } from './types';

export const LINES_PER_PAGE = 50;

/** What of an import lives in the address: which one, its step, and which of its lines are shown. */
export const importList = defineList({
  sorts: ['line'],
  defaultSort: 'line',
  filters: {
    import: parseAsId,
    step: parseAsStringLiteral(['columns', 'preview']),
    lines: parseAsStringLiteral(['problems']),
  },
});

type State = Awaited<ReturnType<typeof importList.load>>;

/** The request for the lines that the address shows. */
export function linesInput(
  id: string,
  state: Pick<State, 'page' | 'lines'>,
): LinesInput & { page: number; limit: number } {
  return {
    id,
    page: Math.min(state.page, 1_000_000),
    limit: LINES_PER_PAGE,
    ...(state.lines === 'problems' && { problem: true }),
  };
}
