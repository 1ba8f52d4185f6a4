/** Characters that change the direction of the text around them, so that a name can look like another one. */
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
/** Controls, format characters and line separators: what has no picture. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const JOINERS = new Set(['\u200C', '\u200D']);
const JOINED = /^[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
/** More marks than a letter of any script needs pile up over the lines around it. */
const PILED = /(\p{M}{2})\p{M}+/gu;
const SPACES = /[\s\u0085]+/g;
const BREAK = /[\t-\r\u0085\u2028\u2029]/;

export const hasBidiControl = (text: string): boolean => BIDI.test(text);

/**
 * What is stored of a one-line text (decisions 431 and 915): without outer white space, control and format characters, and combining
 * marks beyond two in a row. Joiners between letters or emoji stay. A line break or tab is one space with the white space around it:
 * without it two words would become one.
 */
export function oneLineOf(text: string): string {
  const seen = text.replace(UNSEEN, (sign, at: number) =>
    BREAK.test(sign) || isJoining(text, sign, at) ? sign : '',
  );
  const line = BREAK.test(seen) ? seen.replace(SPACES, (run) => (BREAK.test(run) ? ' ' : run)) : seen;
  return line.replace(PILED, '$1').trim();
}

function isJoining(text: string, sign: string, at: number): boolean {
  if (!JOINERS.has(sign)) return false;
  // Two code units may be one character, of which the second is asked for alone.
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  return JOINED.test(before) && JOINED.test(after);
}

const EVERY_BIDI = new RegExp(BIDI, 'g');

/** The same of a text from a file or a POS, whose bidi controls go, too: there is no one to correct it. */
export const plainLineOf = (text: string): string => oneLineOf(text.replaceAll(EVERY_BIDI, ''));
