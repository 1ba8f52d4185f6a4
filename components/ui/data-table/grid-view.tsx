import type { ReactNode } from 'react';

/** The rows of a list as tiles. */
export function GridView<Row>({
  caption,
  rows,
  getRowId,
  tile,
}: {
  caption: string;
  rows: readonly Row[];
  getRowId: (row: Row) => string;
  tile: (row: Row) => ReactNode;
}) {
  return (
    <ul
      aria-label={caption}
      className="grid grid-cols-2 gap-x-4 gap-y-6 p-4 md:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]"
    >
      {rows.map((row) => (
        <li key={getRowId(row)} className="min-w-0">
          {tile(row)}
        </li>
      ))}
    </ul>
  );
}
