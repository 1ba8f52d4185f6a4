/** Something that the palette opens. */
export type PaletteLink = { label: string; keywords: string[]; href: string; keys?: string };

/** Something that the palette can do: go somewhere, or run. */
export type PaletteAction = PaletteLink | (Omit<PaletteLink, 'href'> & { run: () => void });

/** An object that was found: an order by its number, a product, a SKU. `group` is the heading that it is listed under. */
export type PaletteResult = { id: string; label: string; detail?: string; href: string; group?: string };

/** Finds objects; `signal` aborts when the user types on. Keep it stable (module scope or useCallback). */
export type PaletteSearch = (query: string, signal: AbortSignal) => Promise<readonly PaletteResult[]>;
