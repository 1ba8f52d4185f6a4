/** A place in the texts of all statements: the text that ends here, and what may follow. Few places have more than one successor. */
class Place {
  text: string | null = null;
  #piece = '';
  #next: Place | null = null;
  #others: Map<string, Place> | null = null;

  after(piece: string): Place | undefined {
    return this.#piece === piece && this.#next ? this.#next : this.#others?.get(piece);
  }

  add(piece: string): Place {
    const place = new Place();
    if (this.#next) {
      this.#others ??= new Map();
      this.#others.set(piece, place);
    } else {
      this.#piece = piece;
      this.#next = place;
    }
    return place;
  }
}

/** Statements of so many pieces carry lists of values: their texts are many, and seldom come again. */
const LONGEST = 250;
/** Places that are kept: those of all statements are a twentieth. */
const MOST = 200_000;

const root = new Place();
let places = 0;

/**
 * Joins the pieces of a statement's text. The same pieces give the same string, whose hash is known: the fence and the driver look
 * statements up by their text, and would hash some thousand characters each time.
 */
export function oneText(pieces: readonly string[]): string {
  if (pieces.length > LONGEST) return pieces.join('');
  let place = root;
  for (const piece of pieces) {
    let next = place.after(piece);
    if (!next) {
      if (places >= MOST) return pieces.join('');
      places++;
      next = place.add(piece);
    }
    place = next;
  }
  place.text ??= pieces.join('');
  return place.text;
}
