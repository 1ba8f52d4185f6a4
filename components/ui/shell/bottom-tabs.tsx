import type { EntityType } from '@/server/kernel/permissions';
import { EntityHeading } from './entity-heading';
import { MoreButton } from './more-button';
import type { Navigation } from './navigation';
import { NavigationGroups } from './navigation-groups';
import { NavigationTab } from './navigation-link';

/** The main pages at the foot of a phone's screen, where a thumb reaches them, and all of them behind More. */
export function BottomTabs({
  navigation,
  entity,
}: {
  navigation: Navigation;
  entity: { name: string; type: EntityType };
}) {
  return (
    <nav
      aria-label="Tabs"
      className="fixed inset-x-0 bottom-0 z-40 border-border border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {navigation.tabs.map(({ href, label, icon, view }) => (
          <li key={href} className="min-w-0">
            <NavigationTab href={href} label={label} icon={icon} view={view} />
          </li>
        ))}
        <li className="min-w-0">
          <MoreButton>
            <div className="mb-4 px-2">
              <EntityHeading {...entity} />
            </div>
            <NavigationGroups groups={navigation.groups} settings={navigation.settings} idPrefix="more" />
          </MoreButton>
        </li>
      </ul>
    </nav>
  );
}
