/** Every job by its name, and what it is told. A payload holds ids, never a secret: it lies in the database in the clear. */
export interface Tasks {
  purge_sessions: Record<string, never>;
}

export type TaskName = keyof Tasks;
