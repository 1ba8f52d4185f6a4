/** How a catalog is shown; the choice is kept in a cookie of this name. */
export type CatalogLook = 'table' | 'grid';
export const LOOK_COOKIE = 'catalog';

export const lookOf = (kept: string | undefined): CatalogLook => (kept === 'grid' ? 'grid' : 'table');
