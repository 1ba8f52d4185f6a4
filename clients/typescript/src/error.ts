/** What the API says went wrong; `status` 0 means that no response came. It never holds the key. */
export class TallyleafError extends Error {
  override readonly name = 'TallyleafError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown = undefined,
    readonly request_id: string | undefined = undefined,
  ) {
    super(message);
  }
}

/** Reads an error response; a body that isn't ours, such as a proxy's page, becomes the code UNEXPECTED_RESPONSE. */
export async function errorOf(response: Response): Promise<TallyleafError> {
  const id = response.headers.get('x-request-id') ?? undefined;
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string; details?: unknown; request_id?: string } }
    | undefined;
  const { code, message, details, request_id } = body?.error ?? {};
  return new TallyleafError(
    response.status,
    code ?? 'UNEXPECTED_RESPONSE',
    message ?? `The response was ${response.status}.`,
    details,
    request_id ?? id,
  );
}
