import { COLUMNS, type SourceRow } from './columns';
import { DUPLICATE_OF, DuplicateFinder } from './duplicates';
import { type MappedProduct, mapRow, WARNINGS } from './mapping';

export type ReadListing =
  | { ok: true; product: MappedProduct; warnings: string[] }
  | { ok: false; code: 'rejected' | 'duplicate'; reason: string };

/** Reads the rows of one catalog listing in order, like the command line. */
export class ListingReader {
  private readonly duplicates = new DuplicateFinder();

  /** @param cells the row's values by column; absent cells are blank */
  read(line: number, cells: Partial<SourceRow>): ReadListing {
    const row = Object.fromEntries(COLUMNS.map((column) => [column, cells[column] ?? ''])) as SourceRow;
    const mapped = mapRow(row);
    if (!mapped.ok) return { ok: false, code: 'rejected', reason: mapped.reason };
    const earlier = this.duplicates.earlierLine(mapped.product, line);
    if (earlier !== undefined) return { ok: false, code: 'duplicate', reason: `${DUPLICATE_OF}${earlier}` };
    return { ok: true, product: mapped.product, warnings: mapped.warnings.map((kind) => WARNINGS[kind]) };
  }
}
