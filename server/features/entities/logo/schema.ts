const LOGO = /\/images\/logos\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/;

/** Where we serve a logo, as a path. Its content never changes: another logo has another id. */
export const logoPath = (id: string) => `/images/logos/${id}.png`;

/** Id of the logo that an address of ours names; null for any other address. */
export const logoOf = (address: string): string | null => LOGO.exec(address)?.[1] ?? null;
