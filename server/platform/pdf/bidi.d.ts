declare module 'bidi-js' {
  export interface Levels {
    /** By UTF-16 unit; odd ones read from right to left. */
    levels: Uint8Array;
    paragraphs: ReadonlyArray<{ start: number; end: number; level: number }>;
  }
  export interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): Levels;
    /** The bracket that faces the other way; null where a sign has none. */
    getMirroredCharacter(sign: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
