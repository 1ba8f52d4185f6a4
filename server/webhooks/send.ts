/** One attempt as it is told: `error` is a short phrase for people, null when the receiver answered. */
export interface Outcome {
  /** an answer of 2xx */
  ok: boolean;
  status: number | null;
  durationMs: number;
  /** the first 4 KiB of the answer, null when there was none */
  responseBody: string | null;
  error: string | null;
  retryAfter: Date | null;
}

export interface Sender {
  send(request: { url: string; headers: Record<string, string>; body: string }): Promise<Outcome>;
  close(): void;
}
