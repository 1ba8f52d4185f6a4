/** What the PDF of a menu shows. */
export interface MenuSheet {
  title: string;
  seller: string;
  /** Licenses and verification in a line. */
  licenses: string;
  message: string | null;
  /** When it was drawn, by the calendar of the seller. */
  day: string;
  /** Address that the QR code has. */
  url: string;
  /** The logo's name among the pictures; null without one. */
  logo: string | null;
  groups: Array<{ category: string; goods: MenuSheetGoods[] }>;
}

export interface MenuSheetGoods {
  name: string;
  facts: string;
  price: string;
  ladder: string;
  availability: string;
  /** Its picture's name among the pictures. */
  picture: string | null;
}

/** Pages and goods at most. */
export const MOST_PAGES = 60;
export const MOST_PRINTED = 2_000;
