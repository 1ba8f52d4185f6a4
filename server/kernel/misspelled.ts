/** A shorter name has too many neighbors. */
const LEAST_LENGTH = 8;
const MOST_EDITS = 2;

/**
 * Names of variables that are not ours and within two edits of one that is: `WEBHOOK_ALLOW_LOOPBAK`.
 * @returns each with the name that may have been meant
 */
export function misspelledIn(
  given: readonly string[],
  ours: readonly string[],
): Array<{ name: string; meant: string }> {
  const known = new Set(ours);
  return given
    .filter((name) => name.length >= LEAST_LENGTH && !known.has(name))
    .flatMap((name) => {
      const meant = ours.find((one) => editsBetween(name, one) <= MOST_EDITS);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** What systemd, Node and libraries read: no settings of ours, and no mistake in a unit's file. */
const OTHERS =
  /^(?:NODE_|NEXT_|UV_|AWS_|OTEL_|SSL_CERT_|LC_|XDG_|LISTEN_|SYSTEMD_|WATCHDOG_|MEMORY_PRESSURE_|TALLYLEAF_)|_DIRECTORY$/;
const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TZ', 'LANG', 'LANGUAGE', 'PWD', 'SHLVL', '_'],
  ...['INVOCATION_ID', 'JOURNAL_STREAM', 'NOTIFY_SOCKET', 'MAINPID', 'MANAGERPID', 'PIDFILE', 'FDSTORE'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
]);

/** A name that is no setting, with the one that may have been meant; null where none is near. */
export interface UnknownName {
  name: string;
  meant: string | null;
}

/**
 * Names that are no settings: of the environment those near one of ours, of the unit's file every one.
 * @param inUnit names in the unit's file
 */
export function unknownNames(
  given: readonly string[],
  inUnit: readonly string[],
  ours: readonly string[],
): UnknownName[] {
  const near = new Map(misspelledIn([...new Set([...given, ...inUnit])], ours).map((one) => [one.name, one]));
  const known = new Set([...ours, ...near.keys()]);
  const others = inUnit.filter((name) => !known.has(name) && !OTHERS.test(name) && !OTHER_NAMES.has(name));
  return [...near.values(), ...others.map((name) => ({ name, meant: null }))];
}

/** Letters that are added, removed or replaced between two names (Levenshtein); more than two are not told apart. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return MOST_EDITS + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
