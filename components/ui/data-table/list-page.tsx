'use client';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { ViewsMenu } from '@/components/home/views/views-menu';
import { PageHeader } from '@/components/ui/base/page-header';
import { SearchBox } from '@/components/ui/base/search-box';
import { ExportButton } from './export-button';
import { ListTable, type ListTableProps } from './list-table';
import { type ColumnChoice, choicesOf, type TableLook } from './shown-columns';
import { TableOptions } from './table-options';
import { ListToolbar } from './toolbar';

type Head = Parameters<typeof PageHeader>[0];

/** The controls of a list: search, filters, export. */
export type ListControls = {
  /** What the search box is called; a string is its placeholder, too. */
  search?: string | { label: string; placeholder: string };
  /** What stands beside the search: the scanner. */
  scan?: ReactNode;
  /** `SelectFilter`, `ToggleFilter` and what else narrows the list. */
  filters?: ReactNode;
  /** The list's REST path, the name of the file, and what is asked for where that is not the list's request. */
  exportAs?: { path: string; fileName: string; request?: object };
};

type Controlled = {
  state: { q: string; columns: string[] | null; density: 'compact' | null };
  setLook: (look: TableLook) => void;
  setSearch: (q: string) => void;
  narrowed: boolean;
  clear: () => void;
  request: object;
};

/** The line above a list. */
export function ListBar({
  list,
  search,
  scan,
  filters,
  exportAs,
  views = false,
  columns,
}: ListControls & {
  list: Controlled;
  /** Members can save views of it: the first list of a page. */
  views?: boolean;
  /** Of its table, which members can choose from. */
  columns?: readonly ColumnChoice[];
}) {
  const label = typeof search === 'object' ? search.label : search;
  const placeholder = typeof search === 'object' ? search.placeholder : search;
  return (
    <ListToolbar
      filtered={list.narrowed}
      onClear={list.clear}
      end={
        <>
          {views && <ViewsMenu />}
          {columns && <TableOptions columns={columns} look={list.state} onChange={list.setLook} />}
          {exportAs && (
            <ExportButton
              path={exportAs.path}
              fileName={exportAs.fileName}
              input={exportAs.request ?? list.request}
            />
          )}
        </>
      }
      search={
        label && (
          <div className="flex gap-2 max-sm:w-full">
            <SearchBox
              value={list.state.q}
              onSearch={list.setSearch}
              label={label}
              placeholder={placeholder}
            />
            {scan}
          </div>
        )
      }
    >
      {filters}
    </ListToolbar>
  );
}

/** A page that is a list: title and actions, views, search and filters, rows. `caption` is the title when absent. */
export function ListPage<Row extends RowData, Shown extends RowData = Row>({
  title,
  badge,
  description,
  breadcrumbs,
  actions,
  tabs,
  bar,
  search,
  scan,
  filters,
  exportAs,
  children,
  list,
  caption = title,
  ...table
}: Head & { title: string } & ListControls &
  Omit<ListTableProps<Row, Shown>, 'caption' | 'list'> & {
    list: ListTableProps<Row, Shown>['list'] & Controlled;
    caption?: string;
    /** Views of the list, between its head and its controls. */
    tabs?: ReactNode;
    /** In place of search and filters; null for a list without any. */
    bar?: ReactNode;
    /** What follows the list: second lists, dialogs. */
    children?: ReactNode;
  }) {
  const turnPage: typeof list.setPage = (page, how) => {
    list.setPage(page, how);
    if (!how?.replace) window.scrollTo({ top: 0 });
  };
  return (
    <>
      <PageHeader
        title={title}
        badge={badge}
        description={description}
        breadcrumbs={breadcrumbs}
        actions={
          bar === undefined ? (
            actions
          ) : (
            <>
              <ViewsMenu />
              {actions}
            </>
          )
        }
      />
      {tabs}
      {bar !== undefined ? (
        bar
      ) : (
        <ListBar
          list={list}
          search={search}
          scan={scan}
          filters={filters}
          exportAs={exportAs}
          views
          columns={choicesOf(table.columns)}
        />
      )}
      <ListTable
        list={{ ...list, setPage: turnPage }}
        caption={caption}
        preview={bar === undefined}
        {...table}
      />
      {children}
    </>
  );
}
