import { Button } from '@/components/ui/base/button';
import { Input } from '@/components/ui/base/input';
import { PageHeader } from '@/components/ui/base/page-header';
import { hasAllWords } from '@/components/ui/base/words';
import { GUIDE_GROUPS, type GuideEntry } from './pages';

/** The pages of the guide by group, or those that have every word of a search. It works without scripts. */
export function GuideIndex({ pages, search }: { pages: readonly GuideEntry[]; search: string }) {
  const query = search.trim();
  const found = pages.filter(({ title, words }) => query === '' || hasAllWords(`${title} ${words}`, query));
  const groups = GUIDE_GROUPS.map(({ title, pages: inside }) => ({
    title,
    entries: found.filter(({ page }) => inside.some((slug) => slug === page)),
  })).filter(({ entries }) => entries.length > 0);
  return (
    <>
      <PageHeader title="Help" description="A page per job, step by step." />
      <search>
        <form action="/help" className="mb-6 flex max-w-md gap-2">
          <Input
            type="search"
            name="q"
            maxLength={100}
            defaultValue={search}
            aria-label="Search help"
            placeholder="Search help"
            className="min-w-0 flex-1"
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      {groups.length === 0 && (
        <p role="status" className="text-muted">
          No page has all of these words.{' '}
          <a href="/help" className="text-link underline underline-offset-4">
            Show all pages
          </a>
        </p>
      )}
      <div className="flex flex-col gap-6">
        {groups.map(({ title, entries }) => (
          <section key={title} aria-labelledby={`help-${title.toLowerCase()}`}>
            <h2 id={`help-${title.toLowerCase()}`} className="mb-2 font-semibold text-lg">
              {title}
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {entries.map((entry) => (
                <li key={entry.href}>
                  <a
                    href={entry.href}
                    className="block h-full rounded-lg border border-border bg-surface p-4 font-medium text-link shadow-xs hover:border-control"
                  >
                    {entry.title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
