import { keepChoice } from '@/components/ui/base/cookie';

export type SidebarChoice = 'collapsed' | 'expanded';

/** From here on the sidebar has its labels unless it was collapsed. */
const WIDE = '(min-width: 80rem)';

/**
 * Shows the sidebar so, immediately and on the next page: the root layout renders the cookie `sidebar` as
 * `<html data-sidebar>`. What the width does anyway is no choice, so it is not kept.
 */
export function setSidebar(choice: SidebarChoice): void {
  const root = document.documentElement;
  const byWidth = window.matchMedia(WIDE).matches ? 'expanded' : 'collapsed';
  if (choice === byWidth) delete root.dataset.sidebar;
  else root.dataset.sidebar = choice;
  keepChoice('sidebar', choice === byWidth ? null : choice);
}

/** The choice that a cookie holds, if it is one. */
export function sidebarChoice(value: string | undefined): SidebarChoice | undefined {
  return value === 'collapsed' || value === 'expanded' ? value : undefined;
}
