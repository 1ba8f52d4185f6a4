const EXIT_CODES = { database: 3, held: 4, port: 5 } as const;

/** Something that keeps the process from starting and that the operator can mend: one line, and an exit code of its own. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(kind: keyof typeof EXIT_CODES, message: string) {
    super(message);
    this.exitCode = EXIT_CODES[kind];
  }
}
