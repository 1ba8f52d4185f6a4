/** Items of a count sheet on one page. */
export const SHEET_ROWS = 50;
/** Differences that a review shows on one page. */
const REVIEW_ROWS = 100;

/** What the pages read before they are sent, so that nothing moves when it arrives. */
export const openCountsInput = { open: true, limit: 50 } as const;

export function sheetInput(id: string, { page = 1, search = '' }: { page?: number; search?: string } = {}) {
  return { id, page, limit: SHEET_ROWS, ...(search && { search }) };
}

export function reviewInput(id: string, page = 1) {
  return { id, different: true, page, limit: REVIEW_ROWS };
}
