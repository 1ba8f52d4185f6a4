const JSON_TYPE = 'application/json';

/**
 * Finds what next-auth would fail on with a 500 (decision 424): a body that isn't an object of texts, and an address to
 * return to that is no address.
 * @param cookie the address that the browser keeps
 * @returns the field at fault; null when there is none
 */
export async function findFault(request: Request, cookie: string | undefined): Promise<string | null> {
  const query = new URL(request.url).searchParams.getAll('callbackUrl');
  if (!query.every(isAddress)) return 'callbackUrl';
  if (cookie && !isAddress(cookie)) return 'Cookie';
  if (request.method !== 'POST' || !request.headers.get('content-type')?.includes(JSON_TYPE)) {
    return (await addressOfForm(request)).every(isAddress) ? null : 'callbackUrl';
  }
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'body';
  const wrong = Object.entries(body).find(([, value]) => typeof value !== 'string');
  if (wrong) return wrong[0].slice(0, 100);
  return isAddress((body as { callbackUrl?: string }).callbackUrl ?? '') ? null : 'callbackUrl';
}

async function addressOfForm(request: Request): Promise<string[]> {
  if (request.method !== 'POST') return [];
  return new URLSearchParams(await request.clone().text()).getAll('callbackUrl');
}

/** Nothing, a path, or an address of the web. */
function isAddress(text: string): boolean {
  if (text === '' || text.startsWith('/')) return true;
  return /^https?:/i.test(text) && URL.canParse(text);
}
