import { existsSync } from 'node:fs';
import type { Env } from '../../kernel/env';
import { type CommandContext, CommandError, print } from './command';

/** Maximum number of differences listed; the rest are counted. */
const SHOWN = 100;
const number = new Intl.NumberFormat('en-US');

/** What a verification found, as a document and as lines. */
export interface Found {
  document: Record<string, unknown> & { differences: number };
  lines: readonly string[];
}

/** Collects differences up to a number, and counts the others. */
export class Differences {
  #count = 0;
  readonly #shown: string[] = [];

  add(difference: string): void {
    this.#count += 1;
    if (this.#count <= SHOWN) this.#shown.push(difference);
  }

  /** `no differences`, `1 difference`, `2,000 differences`. */
  get counted(): string {
    if (this.#count === 0) return 'no differences';
    return this.#count === 1 ? '1 difference' : `${number.format(this.#count)} differences`;
  }

  /** @param figures what was read @param last lines after those of the differences */
  end(figures: Record<string, unknown>, last: readonly string[]): Found {
    const more = this.#count - SHOWN;
    return {
      document: { ...figures, differences: this.#count, shown: this.#shown },
      lines: [...this.#shown, ...(more > 0 ? [`and ${number.format(more)} more`] : []), ...last],
    };
  }
}

/** Prints what was found. @returns the exit code */
export function printFound(
  context: Pick<CommandContext, 'json' | 'out'>,
  { document, lines }: Found,
): number {
  print(context, document, lines);
  return document.differences === 0 ? 0 : 1;
}

/** @throws CommandError where the embedded database would begin with an empty folder */
export function assertDataFolder({ DATABASE_URL, DATA_DIR }: Env): void {
  if (!DATABASE_URL && !existsSync(DATA_DIR)) throw new CommandError(`there is no data folder ${DATA_DIR}`);
}
