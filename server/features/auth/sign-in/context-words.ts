/** Who a password is for. */
export interface Holder {
  email: string;
  name: string;
  /** Name of the business. */
  business: string;
}

const PRODUCT = 'tallyleaf';
const SHORTEST_WORD = 4;
/** From so many characters on, digits make a difference: what few people share isn't what an attacker tries first. */
const LONG = 12;

/** Letters and digits alone, in one case and form. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const letters = (text: string) => plain(text).replace(/\p{N}/gu, '');

/**
 * Whether a password is one of the words that are near to its holder, and nothing else (decision 58): the product's name with any
 * digits and punctuation; and the names of business and member, the email and its local part. Digits count in long ones.
 */
export function isContextWord(password: string, { email, name, business }: Holder): boolean {
  const words = [business, name, ...name.split(/\s+/), email.split('@')[0] ?? '', email];
  const forms = [...password].length < LONG ? [plain, letters] : [plain];
  return (
    letters(password) === PRODUCT ||
    forms.some((form) => {
      const said = form(password);
      return said.length >= SHORTEST_WORD && words.some((word) => form(word) === said);
    })
  );
}
