'use client';
import type { Navigation, NavigationEntry } from './navigation';
import { NavigationLink } from './navigation-link';

function Entry({ entry }: { entry: NavigationEntry }) {
  return (
    <li>
      <NavigationLink href={entry.href} label={entry.label} icon={entry.icon} view={entry.view} />
    </li>
  );
}

/**
 * The main navigation, in the sidebar and in a phone's More sheet.
 * @param idPrefix sets apart the headings of the two
 */
export function NavigationGroups({
  groups,
  settings,
  idPrefix,
}: Pick<Navigation, 'groups' | 'settings'> & { idPrefix: string }) {
  return (
    <nav
      aria-label="Main"
      className="flex min-h-full flex-col gap-3 rail:gap-1.5 [@media(max-height:60rem)]:gap-1.5"
    >
      {groups.map(({ label, entries }) => {
        const id = label === null ? undefined : `${idPrefix}-${label.toLowerCase()}`;
        return (
          <div
            key={id ?? entries[0]?.href}
            className="rail:border-border rail:border-t rail:pt-1.5 rail:first:border-t-0 rail:first:pt-0"
          >
            {label !== null && (
              <p id={id} className="px-2 pb-1 text-muted text-xs rail:sr-only">
                {label}
              </p>
            )}
            <ul aria-labelledby={id} className="flex flex-col gap-0.5 rail:gap-0">
              {entries.map((entry) => (
                <Entry key={entry.href} entry={entry} />
              ))}
            </ul>
          </div>
        );
      })}
      {/* In a low window the groups scroll below it. */}
      <ul className="mt-auto md:sticky md:-bottom-3 md:-mb-3 md:bg-surface md:pb-3 rail:border-border rail:border-t rail:pt-2">
        <Entry entry={settings} />
      </ul>
    </nav>
  );
}
