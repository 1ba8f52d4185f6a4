/** A tab at the foot of a phone's screen: a link, or the button of the More sheet. */
export const tabStyle =
  'relative flex h-14 w-full min-w-0 flex-col items-center justify-center gap-0.5 text-muted text-[0.6875rem] leading-4 font-medium focus-visible:-outline-offset-2 [&_svg]:size-5 [&_svg]:shrink-0';
