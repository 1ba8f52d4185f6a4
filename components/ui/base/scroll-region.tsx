import type { ComponentProps } from 'react';

/** A region that scrolls, so the keyboard reaches it, too (WCAG 2.1.1). @param label its name for screen readers */
export const ScrollRegion = ({ label, ...rest }: { label: string } & ComponentProps<'section'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
  <section tabIndex={0} aria-label={label} {...rest} />
);
