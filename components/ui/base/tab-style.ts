/** A row of tabs; on a narrow screen it scrolls within itself. */
export const tabListStyle =
  'flex gap-4 overflow-x-auto border-border border-b [scrollbar-width:none] [&::-webkit-scrollbar]:hidden';

/** One tab; the active one gets the primary underline from its owner. */
export const tabStyle =
  '-mb-px inline-flex h-10 shrink-0 max-md:h-11 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-0.5 font-medium text-muted transition-colors hover:text-text focus-visible:outline-offset-[-2px]';
