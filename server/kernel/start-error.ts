const EXIT_CODES = { database: 3, held: 4, port: 5 } as const;

/** A failed start that the operator can fix: a one-line message and its own exit code. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(kind: keyof typeof EXIT_CODES, message: string) {
    super(message);
    this.exitCode = EXIT_CODES[kind];
  }
}

/** A failed start of a fork, which has already printed the reason. */
export class ReportedError extends Error {
  constructor(readonly exitCode: number) {
    super('a web process did not start');
  }
}

/** Exit code of a process that stops because an upgrade moved the schema beyond it. */
export const REPLACED = 6;
