import { ChevronRight } from 'lucide-react';
import { Link } from '@/components/ui/base/link';

/** The way back up; the page itself is the H1, so it is not repeated here. */
export function Breadcrumbs({ items }: { items: readonly { label: string; href: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-1.5">
      <ol className="flex flex-wrap items-center gap-1 text-muted text-sm">
        {items.map((item) => (
          <li key={item.href} className="flex items-center gap-1">
            <Link href={item.href} className="rounded-sm py-0.5 hover:text-text hover:underline">
              {item.label}
            </Link>
            <ChevronRight aria-hidden className="size-3.5" />
          </li>
        ))}
      </ol>
    </nav>
  );
}
