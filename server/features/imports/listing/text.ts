/** What Windows-1252 shows for the bytes 0x80 to 0x9f: UTF-8 that was read as Windows-1252 is made of these. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTE_OF = new Map([...HIGH].map((character, i) => [character, 0x80 + i]));

const MISREAD = new RegExp(`[\\u0080-\\u00ff${HIGH}]{2,}`, 'g');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Turns UTF-8 that was once read as Windows-1252 back into what was meant ("CrÃ¨me" → "Crème", "â„¢" → "™").
 * A run of characters that is not such UTF-8 stays as it is, so that a true "é" is never harmed.
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses.
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\ufffd]/;

/** Repaired, in composed form, without invisible characters, each run of white space one blank, trimmed. */
export function cleanText(text: string): string {
  return repairMojibake(text).normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** True when cleaned text still holds control or replacement characters: nobody can say what was meant. */
export function isUnreadable(text: string): boolean {
  return UNREADABLE.test(text) || !text.isWellFormed();
}

/** Letters and digits alone, without case and accents: what two spellings of one name have in common. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
