const EXIT_CODES = { database: 3, held: 4, port: 5 } as const;

/** Something that keeps the process from starting and that the operator can mend: one line, and an exit code of its own. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(kind: keyof typeof EXIT_CODES, message: string) {
    super(message);
    this.exitCode = EXIT_CODES[kind];
  }
}

/** A start that failed in a fork, which has printed the reason. */
export class ReportedError extends Error {
  constructor(readonly exitCode: number) {
    super('a web process did not start');
  }
}
