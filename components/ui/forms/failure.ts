/** What the server said about a failed call. */
export type Failure = {
  code: string;
  message: string;
  details: Record<string, unknown>;
  requestId: string | null;
};

/** Reads a failed call; null without a response. */
export function failureOf(error: unknown): Failure | null {
  // By its name: importing the class would bring the whole client to the pages before sign-in.
  if (!(error instanceof Error) || error.name !== 'TRPCClientError' || !('data' in error)) return null;
  const data = error.data as Omit<Failure, 'message'> | undefined;
  return data
    ? { code: data.code, message: error.message, details: data.details, requestId: data.requestId }
    : null;
}

/** The machine-readable reason beside an error code. */
export function reasonOf(error: unknown): string | null {
  const reason = failureOf(error)?.details.reason;
  return typeof reason === 'string' ? reason : null;
}

/** A number among the details of an error. */
export function numberIn({ details }: Failure, key: string): number | undefined {
  const value = details[key];
  return typeof value === 'number' ? value : undefined;
}

function listIn<Entry>(failure: Failure | null, key: string): readonly Entry[] {
  const value = failure?.details[key];
  return Array.isArray(value) ? value : [];
}

/** The fields that the server rejected: paths such as `variants[0].sku`. */
export function faultsOf(error: unknown): readonly { path: string; code: string; message: string }[] {
  return listIn(failureOf(error), 'errors');
}

/** Of INSUFFICIENT_STOCK: how many units are available of each line that fell short. */
export function shortagesOf(
  error: unknown,
): readonly { index: number; variant_id: string; available: number }[] {
  const failure = failureOf(error);
  return failure?.code === 'INSUFFICIENT_STOCK' ? listIn(failure, 'lines') : [];
}
