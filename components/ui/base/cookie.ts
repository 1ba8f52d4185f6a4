const YEAR_SECONDS = 31_536_000;

/** Keeps a choice of this browser for a year, for the server to render; null forgets it. */
export function keepChoice(name: string, value: string | null): void {
  const rest = value === null ? '=; Max-Age=0' : `=${value}; Max-Age=${YEAR_SECONDS}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}${rest}; Path=/; SameSite=Lax`;
}
