/** What every typed-in or opened control looks like: one height, one border, one invalid state. */
export const controlStyle =
  'h-9 max-md:h-11 w-full min-w-0 rounded-lg border border-control bg-surface px-3 text-text transition-colors hover:border-muted focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-hover disabled:text-muted aria-invalid:border-destructive';
