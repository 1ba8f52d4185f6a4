import type { Pattern } from './patterns';

/** Characters of which long runs are worth a try for any pattern. */
const RUNS = [...' \t\n0aA-,./\\(")[{:;|*#@_%=<>', 'é', '’', '\u00c3', '\u200b'];
/** What makes a pattern fail that has matched so far. */
const ENDS = ['\0', '\n'];

/** A text is each beginning with as many repetitions as it takes, and the end. */
export interface Attack {
  pumps: ReadonlyArray<{ prefix: string; pump: string }>;
  suffix: string;
}

export function textOf({ pumps, suffix }: Attack, length: number): string {
  const share = length / pumps.length;
  return `${pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(share / pump.length))).join('')}${suffix}`;
}

/** The words and separators that a pattern itself has, and the usual runs. */
export function attacksOn({ source }: Pattern, isThorough: boolean): Attack[] {
  const bare = source.replaceAll(/\\[a-zA-Z]/g, ' ');
  const words = [...new Set(bare.match(/[\p{L}\p{N}]{2,}/gu) ?? [])].slice(0, isThorough ? 12 : 4);
  const marks = [...new Set(bare.match(/[^\p{L}\p{N}\s]/gu) ?? [])].slice(0, isThorough ? 12 : 4);
  const repeats = new Set([
    ...RUNS,
    ...marks,
    ...words,
    ...words.map((word) => `${word} `),
    ...marks.flatMap((mark) => words.slice(0, isThorough ? 6 : 2).map((word) => mark + word)),
    ...marks.flatMap((mark) => [`${mark}a`, `a${mark}`, `${mark}0`, `0${mark}`, `${mark} `]),
  ]);
  const [word = 'a'] = words;
  const ends = isThorough ? ENDS : ENDS.slice(0, 1);
  return ['', `${word}:`].flatMap((prefix) =>
    [...repeats].flatMap((pump) => ends.map((suffix) => ({ pumps: [{ prefix, pump }], suffix }))),
  );
}
