import type { NavigationIconName } from './navigation';

/** The icon of a navigation entry, drawn by navigation.css: every page has two dozen of them. */
export function NavigationIcon({ name }: { name: NavigationIconName }) {
  return <span aria-hidden className="nav-icon" data-icon={name} />;
}
