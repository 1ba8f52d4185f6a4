import Papa from 'papaparse';
import { serve } from '../../platform/threads/serve';

/** A table to read, and how many rows below its header are one too many. */
export interface TableText {
  text: string;
  stopAt: number;
}

/** The cells of a table that aren't blank rows, with their lines; or the line whose quoting can't be read. */
export type TableCells = { data: string[][]; lines: number[] } | { line: number };

/** JSON to parse, of a batch of objects. */
interface LongJson {
  json: string;
}

serve((asked: TableText | LongJson): TableCells | { value: unknown } | { wrong: true } =>
  'json' in asked ? parsed(asked) : cellsOf(asked),
);

function parsed({ json }: LongJson): { value: unknown } | { wrong: true } {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return { wrong: true };
  }
}

function cellsOf({ text, stopAt }: TableText): TableCells {
  const data: string[][] = [];
  const lines: number[] = [];
  let [line, wrong]: [number, number | null] = [0, null];
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t'],
    step({ data: cells, errors }, parser) {
      line++;
      if (errors.some(({ type }) => type === 'Quotes')) wrong = line;
      else if (line === 1 || cells.some((cell) => cell.trim() !== '')) {
        data.push(cells);
        lines.push(line);
      }
      // What is beyond the bound is neither read nor passed on (decision 910).
      if (wrong !== null || data.length > stopAt) parser.abort();
    },
  });
  return wrong === null ? { data, lines } : { line: wrong };
}
