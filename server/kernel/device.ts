// Pages import this file.
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const CLIENT_LENGTH = 60;

/** The browser and system of a `User-Agent`, such as "Firefox on Windows"; of other clients the name alone. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const match = (names: typeof BROWSERS | typeof SYSTEMS) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = match(BROWSERS);
  const system = match(SYSTEMS);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.split(/[\s/]/, 1)[0]?.slice(0, CLIENT_LENGTH) || 'Unknown device';
}
