import { Link } from '@/components/ui/base/link';
import type { NavigationEntry } from './navigation';

/** The pages under one entry of the sidebar, above each of their lists. */
export function FamilyTabs({ family, current }: { family: readonly NavigationEntry[]; current: string }) {
  return (
    <nav aria-label="Pages of this section" className="family-tabs">
      {family.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
