/** Characters that a backslash keeps as they are between double quotes; before others it stays. */
const ESCAPED = '"\\`$';
const BLANK = /[ \t\r]/;
/** Names that systemd takes. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Reads a file of variables as systemd's EnvironmentFile= does, which isn't as a shell does: nothing is expanded, a value ends with its
 * line, `#` and `;` begin a comment at the start of a line alone, and a line without a valid name is left out.
 * @param {string} text
 * @returns {Record<string, string>} the last value of each name
 */
export function readEnvironmentFile(text) {
  const variables = {};
  const reader = { text: text.replace(/^\uFEFF/, ''), at: 0 };
  while (reader.at < reader.text.length) {
    const first = reader.text[reader.at];
    if (BLANK.test(first) || first === '\n') reader.at++;
    else if (first === '#' || first === ';') skipComment(reader);
    else {
      const key = readKey(reader);
      if (key === null) continue;
      const value = readValue(reader);
      if (NAME.test(key)) variables[key] = value;
    }
  }
  return variables;
}

/** A comment goes on after a backslash at the end of its line. */
function skipComment(reader) {
  for (; reader.at < reader.text.length; reader.at++) {
    if (reader.text[reader.at] === '\\') reader.at++;
    else if (reader.text[reader.at] === '\n') return;
  }
}

/** @returns {string | null} what stands before `=`; null for a line without one */
function readKey(reader) {
  const start = reader.at;
  const end = lineEnd(reader.text, start);
  const equals = reader.text.indexOf('=', start);
  if (equals < 0 || equals > end) {
    reader.at = end + 1;
    return null;
  }
  reader.at = equals + 1;
  return reader.text.slice(start, equals).trimEnd();
}

function lineEnd(text, from) {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Reads to the end of the line: parts in quotes at the start, then plain text, whose outer blanks are no part of it. */
function readValue(reader) {
  skipBlanks(reader);
  let value = '';
  for (let isQuoted = true; isQuoted; ) {
    const quote = reader.text[reader.at];
    isQuoted = quote === "'" || quote === '"';
    if (!isQuoted) continue;
    reader.at++;
    value += readQuoted(reader, quote);
    skipBlanks(reader);
  }
  return value + readPlain(reader);
}

function skipBlanks(reader) {
  while (reader.at < reader.text.length && BLANK.test(reader.text[reader.at])) reader.at++;
}

function readQuoted(reader, quote) {
  let value = '';
  while (reader.at < reader.text.length) {
    const char = reader.text[reader.at++];
    if (char === quote) break;
    if (char !== '\\' || quote === "'") value += char;
    else value += afterBackslash(reader);
  }
  return value;
}

/** Between double quotes. */
function afterBackslash(reader) {
  const next = reader.text[reader.at++] ?? '';
  if (ESCAPED.includes(next)) return next;
  return next === '\n' ? '' : `\\${next}`;
}

function readPlain(reader) {
  let value = '';
  // Blanks at the end are dropped, but for those beside a backslash.
  let kept = 0;
  while (reader.at < reader.text.length) {
    const char = reader.text[reader.at++];
    if (char === '\n') break;
    if (char === '\\') {
      const next = reader.text[reader.at++] ?? '';
      if (next !== '\n') value += next;
      kept = value.length;
    } else {
      value += char;
      if (!BLANK.test(char)) kept = value.length;
    }
  }
  return value.slice(0, kept);
}
