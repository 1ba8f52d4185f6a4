/** Windows-1252 characters of the bytes 0x80 to 0x9f, which UTF-8 misread as Windows-1252 consists of. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTE_OF = new Map([...HIGH].map((character, i) => [character, 0x80 + i]));

const MISREAD = new RegExp(`[\\u0080-\\u00ff${HIGH}]{2,}`, 'g');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Repairs UTF-8 that was misread as Windows-1252 ("CrÃ¨me" → "Crème", "â„¢" → "™"). Other characters stay unchanged, so
 * that a real "é" is never damaged.
 */
export function repairMojibake(text: string): string {
  return text.replace(MISREAD, (run) => {
    const bytes = Uint8Array.from(run, (c) => BYTE_OF.get(c) ?? c.charCodeAt(0));
    try {
      return utf8.decode(bytes);
    } catch {
      return run;
    }
  });
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this rejects.
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\ufffd]/;

/** Ten times what any text may have: composing takes the square of the marks that follow each other in the wrong order. */
const LONGEST = 2_000;

/** Repairs, composes (NFC), removes invisible characters, collapses white space and trims. Cuts off what is far too long. */
export function cleanText(text: string): string {
  return repairMojibake(text.slice(0, LONGEST))
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns true when cleaned text still contains control or replacement characters: its content is lost. */
export function isUnreadable(text: string): boolean {
  return UNREADABLE.test(text) || !text.isWellFormed();
}

/** Reduces text to letters and digits without case and accents, so that spellings of one name are equal. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
