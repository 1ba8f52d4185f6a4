/** A fact that is typed as a line of text, once: its bounds in the schema and in the form, its label and its column. */
export interface Typed {
  label: string;
  /** Characters, at most. */
  most: number;
  /** What the form says without it; absent where it may be left out. */
  missing?: string;
  /** The header of its column, where that isn't its label. */
  title?: string;
  type?: 'tel';
}

export type TypedFields = Readonly<Record<string, Typed>>;
