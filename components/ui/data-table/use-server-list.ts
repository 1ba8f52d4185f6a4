'use client';
import { keepPreviousData } from '@tanstack/react-query';
import type { InferQueryLikeData, InferQueryLikeInput } from '@trpc/react-query/shared';
import { useRef } from 'react';
import { failureOf } from '@/components/ui/forms/failure';
import { type ListParsers, type ListState, useListState } from './use-list-state';
import { type Selection, useSelection } from './use-selection';
import { useSteadyRows } from './use-steady-rows';

const POLL_MS = 15_000;
const MATCHING_ROWS = 500;
/** "Select all matching" fetches every row: above this many, a filter comes first. */
const MOST_MATCHING = 5_000;

export type Page<Row> = {
  data: Row[];
  pagination: { page: number; limit: number; total: number | null; has_more: boolean };
};

/** A list procedure of the router: `trpc.orders.summaries`. */
export type Procedure = { useQuery: (...args: never[]) => unknown };
export type RowOf<P> = InferQueryLikeData<P> extends { data: (infer Row)[] } ? Row : never;

type Definition<Parsers extends ListParsers, Scope, Request> = Parameters<typeof useListState<Parsers>>[0] & {
  noun: string;
  plural: string;
  request: (state: ListState<Parsers>['state'], scope: Scope) => Request;
  isQueue: (state: ListState<Parsers>['state']) => boolean;
};

type UseQuery<Row> = (
  input: object,
  options: {
    placeholderData: typeof keepPreviousData;
    enabled: boolean;
    refetchInterval: (query: { state: { data?: Page<Row> } }) => number | false;
  },
) => {
  data: Page<Row> | undefined;
  error: unknown;
  isError: boolean;
  isFetching: boolean;
  isStale: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
};

type Options<Row, Request, Scope> = {
  /** What the list belongs to, where its definition asks for it. */
  scope?: Scope;
  /** Milliseconds until the next poll of a visible tab, by the rows of the last response; 15 s when absent. */
  poll?: (rows: readonly Row[]) => number | false;
  enabled?: boolean;
  /** False where rows come and go at once, because only the user's own acts change them. */
  steady?: boolean;
  /** A row's identity, where it has no `id`. */
  rowId?: (row: Row) => string;
  /** Fetches any page; with it rows can be selected, over all pages. */
  fetchPage?: (request: Request & { page: number; limit: number }) => Promise<Page<Row>>;
  /** Changes when something done elsewhere on the page must show here at once. */
  revision?: number;
};

type ServerListBase<Row, Parsers extends ListParsers> = ListState<Parsers> & {
  noun: string;
  plural: string;
  rows: readonly Row[] | undefined;
  /** The rows of the last response, whether they are shown or not. */
  latest: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Where the shown rows are; `page` of the state is where the user wants to be. */
  position: { page: number; limit: number; total: number | null } | null;
  added: number;
  changed: boolean;
  /** Shows the rows as they are now. */
  show: () => void;
  selection: Selection | undefined;
  /** What was last seen of the selected rows, those of other pages included. */
  selectedRows: () => Row[];
  refetching: boolean;
  error: { message?: string; requestId?: string | null } | null;
  retry: () => void;
  /** True when no rows means that all work is done. */
  isQueue: boolean;
};

export type ServerList<Row, Parsers extends ListParsers = ListParsers> = ServerListBase<Row, Parsers>;

const idOf = (row: unknown) => (row as { id: string }).id;

/**
 * A list that the server filters, sorts and pages: its state in the address, its query and polling, rows that hold
 * still, selection over all pages, and what went wrong. `ListPage` and `ListTable` show it.
 */
export function useServerList<
  Parsers extends ListParsers,
  P extends Procedure,
  Request extends InferQueryLikeInput<P> & object,
  Scope = void,
>(
  definition: Definition<Parsers, Scope, Request>,
  procedure: P,
  options: Options<RowOf<P>, Request, Scope> = {},
): ServerList<RowOf<P>, Parsers> & { request: Request } {
  type Row = RowOf<P>;
  const { poll, enabled = true, steady: holds = true, rowId = idOf, fetchPage, revision = 0 } = options;
  const list = useListState(definition);
  const request = definition.request(list.state, options.scope as Scope);
  const useQuery = procedure.useQuery as unknown as UseQuery<Row>;
  const query = useQuery(request, {
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state: { data } }) => (poll ? poll(data?.data ?? []) : POLL_MS),
  });
  const settled = !query.isPlaceholderData;
  const { page, limit, sort, ...matching } = request as { page?: number; limit?: number; sort?: string };
  const viewKey = JSON.stringify(matching);
  const pageKey = JSON.stringify([page, sort]);
  const steady = useSteadyRows({
    response: query.data,
    view: `${revision} ${viewKey} ${pageKey}`,
    settled,
    replaces: !holds || query.isStale,
    rowId,
  });

  const known = useRef(new Map<string, Row>());
  const remember = (rows: readonly Row[]) => {
    if (fetchPage) for (const row of rows) known.current.set(rowId(row), row);
  };
  remember(query.data?.data ?? []);
  const loadMatchingIds = async () => {
    const ids: string[] = [];
    for (let next = 1; fetchPage; next++) {
      const { data, pagination } = await fetchPage({ ...request, page: next, limit: MATCHING_ROWS });
      remember(data);
      ids.push(...data.map(rowId));
      if (!pagination.has_more) break;
    }
    return ids;
  };
  const few = query.data !== undefined && (query.data.pagination.total ?? 0) <= MOST_MATCHING;
  const selection = useSelection({
    ids: steady.rows?.map(rowId),
    viewKey,
    pageKey,
    settled,
    loadMatchingIds: few ? loadMatchingIds : undefined,
  });

  const failure = failureOf(query.error);
  return {
    ...list,
    ...steady,
    request,
    latest: query.data?.data,
    noun: definition.noun,
    plural: definition.plural,
    rowId,
    selection: fetchPage && selection,
    selectedRows: () => selection.ids.flatMap((id) => known.current.get(id) ?? []),
    // A poll is not news; another view, or another try, is.
    refetching: query.isPlaceholderData || (query.isFetching && query.isError),
    error: query.error ? { message: failure?.message, requestId: failure?.requestId } : null,
    retry: () => void query.refetch(),
    isQueue: definition.isQueue(list.state),
  };
}
