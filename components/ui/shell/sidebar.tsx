import type { EntityType } from '@/server/kernel/permissions';
import { EntityHeading } from './entity-heading';
import type { Navigation } from './navigation';
import { NavigationGroups } from './navigation-groups';
import { SidebarToggle } from './sidebar-toggle';

/** The navigation beside the page: 240 px, or 56 px of icons (the variant `rail` in globals.css). */
export function Sidebar({
  navigation,
  entity,
}: {
  navigation: Navigation;
  entity: { name: string; type: EntityType };
}) {
  return (
    <aside
      aria-label="Sidebar"
      className="sticky top-0 flex h-dvh flex-col border-border border-r bg-surface max-md:hidden print:hidden"
    >
      <div className="flex h-14 shrink-0 items-center px-4 rail:justify-center rail:px-0">
        <EntityHeading {...entity} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-3 rail:px-2">
        <NavigationGroups groups={navigation.groups} settings={navigation.settings} idPrefix="sidebar" />
      </div>
      <SidebarToggle />
    </aside>
  );
}
