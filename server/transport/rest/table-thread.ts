import Papa from 'papaparse';
import { serve } from '../../platform/threads/serve';

/** The cells of a table, or the line whose quoting can't be read. */
export type TableCells = { data: string[][] } | { line: number };

serve((text: string): TableCells => {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] });
  const quoting = errors.find(({ type }) => type === 'Quotes');
  return quoting ? { line: (quoting.row ?? 0) + 1 } : { data };
});
