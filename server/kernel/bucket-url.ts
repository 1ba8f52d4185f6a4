/** `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0&path_style=1`; key and secret together or neither. */
export function isBucketUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, username, password, searchParams } = new URL(text);
  const known: Record<string, RegExp> = { region: /^[a-z0-9-]{1,40}$/, tls: /^[01]$/, path_style: /^[01]$/ };
  return (
    protocol === 's3:' &&
    hostname !== '' &&
    /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(pathname) &&
    (username === '') === (password === '') &&
    [...searchParams].every(([name, value]) => known[name]?.test(value) ?? false)
  );
}
