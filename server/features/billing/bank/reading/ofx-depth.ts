import { MAX_DEPTH, Unreadable } from './raw';

const TAG = /<(\/?)([A-Za-z0-9_.:-]{1,64})[^<>]{0,1000}>/g;

interface Open {
  name: string;
  from: number;
  to: number;
}

/**
 * Checks how deep the elements of an OFX file are before a parser that calls itself reads them, and leaves out those without
 * contents and end, which banks write for what they don't know.
 * @throws Unreadable
 */
export function checkedOfx(text: string): string {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw new Unreadable('invalid_file', 'The file declares entities, which no bank does.');
  }
  const open: Open[] = [];
  const empty: Open[] = [];
  for (const found of text.matchAll(TAG)) {
    const [whole, slash, name = ''] = found;
    const [from, to] = [found.index, found.index + whole.length];
    if (slash) close(open, name, empty);
    else if (!whole.endsWith('/>') && !hasContents(text, to)) open.push({ name, from, to });
    if (open.length > MAX_DEPTH) {
      throw new Unreadable('invalid_file', `The file has more than ${MAX_DEPTH} elements within each other.`);
    }
  }
  return without(text, empty);
}

/** Whether text follows, before any other element. */
function hasContents(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char > 32) return char !== 60;
  }
  return false;
}

/** Ends an element; those within it that have no end have no contents either. The end of a text is no element's. */
function close(open: Open[], name: string, empty: Open[]): void {
  const at = open.findLastIndex((one) => one.name === name);
  if (at < 0) return;
  empty.push(...open.splice(at).slice(1));
}

function without(text: string, ranges: readonly Open[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of [...ranges].sort((one, other) => one.from - other.from)) {
    parts.push(text.slice(at, from));
    at = to;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(at);
}
