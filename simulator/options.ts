/** @throws Error naming the option whose value is not a number in range */
export function numberOf(name: string, value: string, max: number): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= max)) {
    throw new Error(`--${name} must be a number from 0 to ${max}`);
  }
  return number;
}

/** Ends a simulator with the process. */
export function closeOnSignals(close: () => Promise<void> | void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}
