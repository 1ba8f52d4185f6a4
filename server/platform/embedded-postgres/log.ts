/** What the embedded database reports to; a pino logger fits. */
export interface EmbeddedLog {
  info(obj: object, msg: string): void;
  warn(obj: object, msg: string): void;
  error(obj: object, msg: string): void;
}
