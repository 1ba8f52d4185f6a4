import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from './woff';

export type Weight = 400 | 600;

/** A file of letters that Inter lacks. */
export interface Face {
  name: string;
  /** Whether its texts are shaped: letters join, marks are placed, signs make one. */
  shaped: boolean;
  /** Reads the font. */
  read(): Buffer;
}

interface Source {
  package: string;
  /** Its parts by the name they have in the package; all that have a number when absent. */
  parts?: readonly string[];
  /** The one file that has all its parts. */
  whole?: string;
  shaped?: readonly string[];
}

const HAN: Source[] = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'].map((name) => ({ package: name }));
/** Asked in this order; sequences of emoji need all of their signs in one file. */
const SOURCES: readonly Source[] = [
  {
    package: 'noto-sans',
    parts: ['greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'latin-ext', 'devanagari'],
    shaped: ['devanagari'],
  },
  { package: 'noto-sans-hebrew', parts: ['hebrew'], shaped: ['hebrew'] },
  { package: 'noto-sans-arabic', parts: ['arabic'], shaped: ['arabic'] },
  { package: 'noto-emoji', whole: 'emoji', shaped: ['emoji'] },
  ...HAN,
];
/** Japanese has its own forms of Han characters. */
const JAPANESE = 'noto-sans-jp';

interface Part {
  package: string;
  part: string;
  shaped: boolean;
}

const require = createRequire(import.meta.url);

/** The file of each letter: the first that has it, and the Japanese one. Read with the first letter that Inter lacks. */
let places: { first: Map<number, Part>; japanese: Map<number, Part> } | undefined;

function read() {
  const [first, japanese] = [new Map<number, Part>(), new Map<number, Part>()];
  for (const { package: name, parts, whole, shaped } of SOURCES) {
    const path = require.resolve(`@fontsource/${name}/unicode.json`);
    for (const [key, ranges] of Object.entries(JSON.parse(readFileSync(path, 'utf8')))) {
      if (parts ? !parts.includes(key) : !key.startsWith('[')) continue;
      const part = whole ?? key.replaceAll(/[[\]]/g, '');
      const place = { package: name, part, shaped: shaped?.includes(part) ?? false };
      for (const code of codesOf(String(ranges))) {
        if (!first.has(code)) first.set(code, place);
        if (name === JAPANESE) japanese.set(code, place);
      }
    }
  }
  return { first, japanese };
}

/** The codes of `U+4E00-4EFF,U+5000`. */
function codesOf(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-');
    const [start, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    return Array.from({ length: end - start + 1 }, (_, more) => start + more);
  });
}

/**
 * Finds the file that has a letter.
 * @param isJapanese whether Japanese forms are preferred
 * @returns undefined where none has it
 */
export function faceOf(code: number, weight: Weight, isJapanese: boolean): Face | undefined {
  places ??= read();
  const found = (isJapanese && places.japanese.get(code)) || places.first.get(code);
  if (!found) return undefined;
  const { package: name, part, shaped } = found;
  const file = `${name}-${part}-${weight}-normal`;
  return {
    ...{ name: file, shaped },
    read: () => unpackWoff(readFileSync(require.resolve(`@fontsource/${name}/files/${file}.woff`))),
  };
}
