'use client';
import { useRouter } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { NoResults } from '@/components/ui/base/empty-state';
import { SearchBox } from '@/components/ui/base/search-box';
import type { OperationGroup } from './document';
import { OperationLink } from './operation-link';

const anchorOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** The operations by group, narrowed by what is typed: every word is in the path, the summary, the id or the group. */
export function OperationIndex({ groups, home }: { groups: readonly OperationGroup[]; home: string }) {
  const [search, setSearch] = useQueryState('q', parseAsString.withDefault(''));
  useOldAddresses(home);
  const shown = matching(groups, search);
  const count = shown.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchBox label="Search operations" value={search} onSearch={setSearch} className="sm:w-96" />
        <p role="status" className="text-muted text-sm">
          {count === 1 ? '1 operation' : `${count} operations`}
        </p>
      </div>
      {count === 0 && <NoResults onClear={() => setSearch('')} />}
      {search === '' && (
        <nav aria-label="Groups" className="mt-4">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {shown.map(({ name }) => (
              <li key={name}>
                <a
                  href={`#${anchorOf(name)}`}
                  className="inline-block py-0.5 text-link underline-offset-4 hover:underline max-md:py-2.5"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {shown.map(({ name, description, operations }) => (
        <section key={name} aria-labelledby={anchorOf(name)} className="mt-6">
          <h2 id={anchorOf(name)} className="scroll-mt-20 font-semibold text-lg">
            {name}
          </h2>
          {description && <p className="text-muted">{description}</p>}
          <ul className="mt-2 divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface">
            {operations.map((operation) => (
              <li key={operation.id}>
                <OperationLink operation={operation} home={home} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function matching(groups: readonly OperationGroup[], search: string): readonly OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ id, method, path, summary }) => {
        const text = `${id} ${method} ${path} ${summary} ${group.name}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}

/** Links into the earlier reference name an operation behind `#`: `#/Orders/orders_create`. */
function useOldAddresses(home: string): void {
  const router = useRouter();
  useEffect(() => {
    const id = /^#\/[^/]+\/(\w+)$/.exec(location.hash)?.[1];
    if (id) router.replace(`${home}/${id}`);
  }, [router, home]);
}
