import type { Cell, RowData } from '@tanstack/react-table';
import type { ColumnHints, DataTableFeatures } from './columns';

type Place = NonNullable<ColumnHints['card']>;
export type AnyCell = Cell<DataTableFeatures, RowData>;

/** Columns of a row that has no `detail` of its own which are shown in its second line. */
const DETAILS = 2;

export const hintsOf = (cell: AnyCell): ColumnHints => cell.column.columnDef.meta ?? {};
/** Whether a detail shows its name: a text says what it is, a number doesn't. */
export const isNamed = ({ named, align }: ColumnHints): boolean => named ?? align === 'right';
const placeOf = ({ card, rowHeader }: ColumnHints): Place => card ?? (rowHeader ? 'title' : 'line');
const cellsAt = (cells: readonly AnyCell[], place: Place) =>
  cells.filter((cell) => placeOf(hintsOf(cell)) === place);

/** What the column of a cell is called where there is no header cell. */
export function labelOf(cell: AnyCell): string {
  const { header, meta } = cell.column.columnDef;
  return meta?.label ?? (typeof header === 'string' ? header : '');
}

/** How the cells of a row are distributed over a phone's row and its sheet. */
export function arrange(cells: readonly AnyCell[]) {
  const lines = cellsAt(cells, 'line');
  const own = cellsAt(cells, 'detail');
  const details = (own.length > 0 ? own : lines.slice(0, DETAILS)).filter(
    (cell) => !hintsOf(cell).hideEmpty || cell.getValue() !== null,
  );
  const sheet = cells.filter((cell) => ['line', 'detail', 'badge'].includes(placeOf(hintsOf(cell))));
  const actions = cellsAt(cells, 'actions');
  return {
    names: cellsAt(cells, 'title'),
    badges: cellsAt(cells, 'badge'),
    details,
    controls: cellsAt(cells, 'control'),
    actions,
    sheet,
    /** False where the row shows everything already. */
    hasMore: actions.length > 0 || lines.some((cell) => !details.includes(cell)),
  };
}
