import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { initTRPC } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { parseAsStringLiteral } from 'nuqs';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { expect } from 'vitest';
import { z } from 'zod';
import { EmptyState } from '@/components/ui/base/empty-state';
import { columnsOf } from '@/components/ui/data-table/columns';
import { defineList } from '@/components/ui/data-table/list-definition';
import { SelectFilter } from '@/components/ui/data-table/list-filters';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';

const STATUSES = ['pending', 'accepted'] as const;
type Row = { id: string; name: string; status: (typeof STATUSES)[number]; units: number };

const Query = z.strictObject({
  page: z.number(),
  limit: z.number(),
  sort: z.enum(['created_at', '-created_at', 'name', '-name']).optional(),
  search: z.string().optional(),
  status: z.enum(STATUSES).optional(),
});

/** What the server has; a test changes it at will. */
export const state = {
  rows: [] as Row[],
  asked: [] as z.infer<typeof Query>[],
  approached: [] as string[],
  failing: false,
  /** The query of the address. */
  address: '',
  client: new QueryClient(),
};
/** While set, responses wait for it. */
let held: Promise<void> | null = null;

const t = initTRPC.create();
const router = t.router({
  orders: t.router({
    list: t.procedure.input(Query).query(({ input }) => {
      const { page, limit, status, search = '', sort } = input;
      const matching = state.rows
        .filter((row) => (!status || row.status === status) && row.name.includes(search))
        .sort((a, b) => (sort === 'name' ? a.name.localeCompare(b.name) : 0));
      const start = (page - 1) * limit;
      const data = matching.slice(start, start + limit);
      const has_more = start + data.length < matching.length;
      return { data, pagination: { page, limit, total: matching.length, has_more } };
    }),
  }),
});
type Router = typeof router;
const trpc = createTRPCReact<Router>();
const caller = router.createCaller({});

const link: TRPCLink<Router> =
  () =>
  ({ op }) =>
    observable((observer) => {
      void (async () => {
        const input = Query.parse(op.input);
        state.asked.push(input);
        await held;
        if (state.failing) {
          const data = { code: 'INTERNAL_ERROR', requestId: 'req-7', details: {} };
          const shape = { code: -32603, message: 'The database is away.', data };
          observer.error(TRPCClientError.from<Router>({ error: shape } as never));
          return;
        }
        observer.next({ result: { type: 'data', data: await caller.orders.list(input) } });
        observer.complete();
      })();
    });

const ordersList = defineList({
  noun: 'order',
  limit: 3,
  sorts: ['created_at', 'name'],
  defaultSort: '-created_at',
  filters: { status: parseAsStringLiteral(STATUSES) },
  queues: { status: ['pending'] },
});
const column = columnsOf<Row>();
const COLUMNS = column.columns([
  column.accessor('name', { header: 'Name', meta: { rowHeader: true, sortKey: 'name' } }),
  column.accessor('units', { header: 'Units', meta: { align: 'right' } }),
  column.accessor('status', { header: 'Status', meta: { optional: true } }),
]);
const OPTIONS = [
  { value: 'pending', label: 'Pending' },
  { value: 'accepted', label: 'Accepted' },
] as const;

function Orders() {
  const utils = trpc.useUtils();
  const list = useServerList(ordersList, trpc.orders.list, {
    poll: () => false,
    fetchPage: utils.orders.list.fetch,
  });
  return (
    <ListPage
      title="Sales"
      actions={
        <button
          type="button"
          onClick={async () => {
            state.rows.shift();
            await utils.orders.list.invalidate();
            list.show();
          }}
        >
          Finish the first order
        </button>
      }
      list={list}
      columns={COLUMNS}
      rowLabel={(order) => order.name}
      search="Search orders"
      filters={<SelectFilter list={list} name="status" label="Status" options={OPTIONS} />}
      onApproach={({ name }) => state.approached.push(name)}
      bulk={<p>{list.selectedRows().reduce((sum, { units }) => sum + units, 0)} units</p>}
      empty={<EmptyState title="No sales yet">Orders appear here.</EmptyState>}
    />
  );
}

export function open(searchParams = '') {
  state.address = searchParams;
  const api = trpc.createClient({ links: [link] });
  const onUrlUpdate = ({ queryString }: { queryString: string }) => {
    state.address = queryString;
  };
  return render(
    <NuqsTestingAdapter searchParams={searchParams} onUrlUpdate={onUrlUpdate} hasMemory>
      <trpc.Provider client={api} queryClient={state.client}>
        <QueryClientProvider client={state.client}>
          <Orders />
        </QueryClientProvider>
      </trpc.Provider>
    </NuqsTestingAdapter>,
  );
}

export const user = userEvent.setup();
export const order = (id: number, more: Partial<Row> = {}): Row => ({
  id: `${id}`,
  name: `Order ${id}`,
  status: 'pending',
  units: id,
  ...more,
});
export const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent);
export const shows = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));
export const range = () =>
  within(screen.getByRole('navigation', { name: 'Pages of Sales' })).getByRole('status').textContent;
/** What the poll does. */
export const poll = () => state.client.refetchQueries();
export function hold(): () => void {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  return () => {
    held = null;
    release();
  };
}

/** Five orders, on a server that works. */
export function reset(): void {
  state.client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, retry: false } } });
  state.rows = [order(1), order(2), order(3), order(4), order(5)];
  state.asked = [];
  state.approached = [];
  state.failing = false;
  held = null;
}
