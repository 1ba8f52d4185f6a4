import type { SearchParams } from 'nuqs/server';
import type { ReactNode } from 'react';
import type { Viewer } from '@/server/transport/runtime';
import { guarded } from './guarded';
import { prefetching, type Queries, type Taken } from './prefetch';
import { type Access, requireViewer } from './runtime';

/** What `defineList` makes. */
interface List<State, Scope, Request> {
  load(searchParams: Promise<SearchParams>): Promise<State>;
  query(state: State): string;
  request(state: State, scope: Scope): Request;
}

interface ListPageOptions<State, Scope, Request> extends Access {
  path: string;
  list: List<State, Scope, Request>;
  /** The list's query, such as `(queries) => queries.recalls.list`. */
  rows(queries: Queries, viewer: Viewer, taken: Taken): { prefetch(request: Request): Promise<void> };
  /** What the list's request depends on beside its address. */
  scope?: (viewer: Viewer) => Scope;
  /** Draws the page; whatever it reads is read beside the rows. */
  show(viewer: Viewer, searchParams: Promise<SearchParams>): ReactNode | Promise<ReactNode>;
  /** Who may open the page, in words: "an admin or owner". */
  who?: string;
}

/** The page of a list: the server reads its first rows while it draws the page, so that the browser starts with them. */
export function listPage<State, Scope, Request>({
  path,
  list,
  rows,
  scope,
  show,
  who,
  ...access
}: ListPageOptions<State, Scope, Request>) {
  return guarded(async ({ searchParams }: { searchParams: Promise<SearchParams> }) => {
    const state = await list.load(searchParams);
    const viewer = await requireViewer(`${path}${list.query(state)}`, access);
    const { queries, taken, HydrateClient } = prefetching(viewer);
    const request = list.request(state, scope?.(viewer) as Scope);
    const [page] = await Promise.all([
      show(viewer, searchParams),
      rows(queries, viewer, taken).prefetch(request),
    ]);
    return <HydrateClient>{page}</HydrateClient>;
  }, who);
}
