/** Something that the palette opens. */
export type PaletteLink = { label: string; keywords: string[]; href: string; keys?: string };

/** Something that the palette can do: go somewhere, or run. */
export type PaletteAction = PaletteLink | (Omit<PaletteLink, 'href'> & { run: () => void });

/** An object that was found: an order by its number, a product, a SKU. */
export type PaletteResult = {
  id: string;
  label: string;
  detail?: string;
  href: string;
  /** The heading that it is listed under. */
  group?: string;
  /** Its state, where that says something. */
  status?: string;
  /** Whether a word of it is one letter off what was typed. */
  isClose?: boolean;
  /** Whether more of its group are found than are listed. */
  hasMore?: boolean;
};

/** Finds objects; `signal` aborts when the user types on. Keep it stable (module scope or useCallback). */
export type PaletteSearch = (query: string, signal: AbortSignal) => Promise<readonly PaletteResult[]>;
